import type { ReactNode } from 'react'
import { RisenSun } from '#web/features/result/risen-sun.tsx'
import { cn } from '#web/lib/cn.ts'
import { Container } from '#web/ui/container.tsx'

/** The band a result begins with, for screens that have none: the same sun, the same place for the headline. */
export function SunBand({ isTall = false, children }: { isTall?: boolean; children: ReactNode }) {
  return (
    <div className="-mt-(--header-height) bg-amber-soft/55 pt-(--header-height)">
      <div
        className={cn('relative overflow-hidden', isTall && 'flex min-h-[calc(100svh-var(--header-height))]')}
      >
        <RisenSun className="absolute right-0 bottom-0 w-64 max-w-[60%] sm:w-96 lg:w-[34rem]" />
        <Container className="relative pb-44 sm:pb-52 lg:pb-10">{children}</Container>
      </div>
    </div>
  )
}
