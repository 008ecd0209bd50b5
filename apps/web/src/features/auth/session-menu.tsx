import { sessionTexts as texts } from '@app/content/ru/ui/sign-in/session'
import { formatPhone } from '@app/content/ru/writing/phone'
import { displayName, displayPhone } from '@app/domain/auth/display-name'
import { DropdownMenu } from 'radix-ui'
import { useRef, useState } from 'react'
import { PageLink } from '#web/components/page-link.tsx'
import { useConfig } from '#web/lib/config.ts'
import type { Person } from '#web/lib/session/session-storage.ts'
import { buttonStyle } from '#web/ui/button.tsx'
import { ForgetDialog } from './forget-dialog.tsx'
import { clearDeviceData, hasUnsentAttempt } from './sign-out.ts'

const itemStyle =
  'flex min-h-11 items-center rounded-lg px-3 text-ink no-underline outline-none select-none data-highlighted:bg-mist'

/**
 * Shows who is signed in, the way to the cabinet and the way out, on which this device forgets
 * them.
 */
export default function SessionMenu({ person }: { person: Person }) {
  const config = useConfig()
  const [isUnsent, setUnsent] = useState(false)
  const menu = useRef<HTMLButtonElement>(null)
  const name = displayName(person)
  const phone = displayPhone(person)

  async function leave() {
    if (await hasUnsentAttempt(config)) setUnsent(true)
    else await clearDeviceData(config)
  }

  return (
    <>
      <DropdownMenu.Root modal={false}>
        <DropdownMenu.Trigger
          ref={menu}
          aria-label={texts.menuLabel(name)}
          className={buttonStyle({ variant: 'outline', size: 'sm', className: '@max-[10rem]:px-1!' })}
        >
          <span
            translate="no"
            className="max-w-[min(6.5rem,27vw)] truncate sm:max-w-[16rem] @max-[8rem]:sr-only"
          >
            {name}
          </span>
          <Chevron />
        </DropdownMenu.Trigger>
        <DropdownMenu.Content
          align="end"
          sideOffset={8}
          collisionPadding={20}
          className="z-30 w-[16rem] max-w-[calc(100vw-2.5rem)] animate-fade-in rounded-card border border-line bg-card p-2 shadow-[0_8px_24px_-12px_var(--color-shade)]"
        >
          <DropdownMenu.Label translate="no" className="grid gap-0.5 border-b border-line px-3 pt-1.5 pb-3">
            <span className="truncate font-medium">{name}</span>
            {person.email && person.email !== name && (
              <span className="truncate text-label text-ink-soft">{person.email}</span>
            )}
            {phone && <span className="text-label text-ink-soft tabular-nums">{formatPhone(phone)}</span>}
          </DropdownMenu.Label>
          <DropdownMenu.Item asChild>
            <PageLink to="/profile" className={`${itemStyle} mt-2`}>
              {texts.cabinet}
            </PageLink>
          </DropdownMenu.Item>
          <DropdownMenu.Item className={itemStyle} onSelect={leave}>
            {texts.signOut}
          </DropdownMenu.Item>
        </DropdownMenu.Content>
      </DropdownMenu.Root>
      {isUnsent && (
        <ForgetDialog step="unsent" returnFocusTo={menu.current} onClose={() => setUnsent(false)} />
      )}
    </>
  )
}

function Chevron() {
  return (
    <svg viewBox="0 0 12 12" fill="none" aria-hidden="true" className="size-3 shrink-0">
      <path d="M2 4.2 6 8l4-3.8" stroke="currentColor" strokeWidth="1.6" strokeLinecap="round" />
    </svg>
  )
}
