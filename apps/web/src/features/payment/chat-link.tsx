import type { ReactNode } from 'react'
import { useLocation } from 'react-router'
import { type ButtonName, buttonClicked } from '#web/lib/analytics/page-events.ts'
import { buttonStyle } from '#web/ui/button.tsx'

type ChatLinkProps = {
  /** Digits only. */
  phone: string
  text: string
  /** The button's name in analytics. */
  button?: Extract<ButtonName, 'whatsapp' | 'support'>
  variant?: 'default' | 'outline' | 'link'
  children: ReactNode
}

/** Opens a WhatsApp chat with the words already typed. */
export function ChatLink({ phone, text, button = 'whatsapp', variant = 'default', children }: ChatLinkProps) {
  const { pathname } = useLocation()
  return (
    <a
      href={`https://wa.me/${phone}?text=${encodeURIComponent(text)}`}
      target="_blank"
      rel="noreferrer"
      onClick={() => buttonClicked(button, pathname)}
      className={buttonStyle({ variant, size: variant === 'link' ? 'default' : 'lg' })}
    >
      {children}
    </a>
  )
}
