import { cn } from '#web/lib/cn.ts'

/** Draws a signpost whose road runs out, for the page of an unknown address. */
export function NotFoundIllustration({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 480 300" fill="none" aria-hidden="true" className={cn('block', className)}>
      <g stroke="var(--color-amber)">
        <circle cx="330" cy="150" r="84" strokeWidth="5" opacity=".32" />
        <circle cx="330" cy="150" r="116" strokeWidth="4" opacity=".18" />
      </g>
      <circle cx="330" cy="150" r="56" fill="var(--color-amber)" />
      <path
        d="M246 168q26-7 60-2t60-1q-30 8-58 5t-62-2ZM322 118q26-7 56-2t56-1q-28 8-54 5t-58-2Z"
        fill="#fdf3df"
      />
      <path d="M0 208 62 168l46 34 70-58 66 54 44-20 82 42 110-8v92H0Z" fill="#a9bd92" />
      <path d="M0 226c90-32 190-24 280-6 80 16 140 4 200-20v100H0Z" fill="#6c9c7b" />
      <path d="M0 262c110-30 240-24 330-6 60 12 100 8 150-8v52H0Z" fill="#3f7d5d" />
      <path
        d="M236 300c-6-22 40-26 24-44-10-12 14-14 8-24"
        stroke="#fbe9c8"
        strokeWidth="7"
        strokeLinecap="round"
      />
      <path d="M132 292V126" stroke="#7a5630" strokeWidth="10" strokeLinecap="round" />
      <path d="m78 134 14-15h88q6 0 6 6v18q0 6-6 6H92Z" fill="#dca35c" />
      <path d="m190 182-14-15h-74q-6 0-6 6v16q0 6 6 6h74Z" fill="#c98c46" />
      <path
        d="M104 134h60M112 181h48"
        stroke="#7a5630"
        strokeWidth="5"
        strokeLinecap="round"
        strokeDasharray="2 12"
      />
    </svg>
  )
}
