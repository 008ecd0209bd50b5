import type { ReactNode } from 'react'

type MessageProps = { title: string; text?: string; level?: 'h1' | 'h2'; children: ReactNode }

/** A screen with nothing but a message and what to do about it. */
export function Message({ title, text, level: Heading = 'h1', children }: MessageProps) {
  return (
    <div className="grid max-w-[38rem] justify-items-start gap-5 py-10 sm:py-16">
      <Heading className="headline text-title">{title}</Heading>
      {text && <p className="text-lg text-ink-soft">{text}</p>}
      <div className="flex flex-wrap gap-3">{children}</div>
    </div>
  )
}
