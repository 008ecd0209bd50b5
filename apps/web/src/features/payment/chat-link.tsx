import type { ReactNode } from 'react'
import { useLocation } from 'react-router'
import { buttonClicked } from '#web/lib/analytics/page-events.ts'
import { buttonStyle } from '#web/ui/button.tsx'

type ChatLinkProps = {
  /** Digits only. */
  phone: string
  text: string
  variant?: 'default' | 'outline'
  children: ReactNode
}

/** Opens a WhatsApp chat with the words already typed. */
export function ChatLink({ phone, text, variant = 'default', children }: ChatLinkProps) {
  const { pathname } = useLocation()
  return (
    <a
      href={`https://wa.me/${phone}?text=${encodeURIComponent(text)}`}
      target="_blank"
      rel="noreferrer"
      onClick={() => buttonClicked('whatsapp', pathname)}
      className={buttonStyle({ variant, size: 'lg' })}
    >
      {children}
    </a>
  )
}
