import type { Category } from '@app/domain/result/categories'
import { cn } from '#web/lib/cn.ts'
import { SunIllustration } from './sun-illustration.tsx'

/** The colours of each category. */
export const categoryLook = {
  A: { band: 'bg-amber-soft/55', word: 'text-amber-deep' },
  B: { band: 'bg-dusk-soft', word: 'text-dusk-deep' },
  C: { band: 'bg-mist', word: 'text-meadow-deep' },
} as const satisfies Record<Category, { band: string; word: string }>

type SceneProps = { className?: string }

/** The drawing of each category. */
export function CategoryScene({ category, ...props }: SceneProps & { category: Category }) {
  switch (category) {
    case 'A':
      return <SunIllustration {...props} />
    case 'B':
      return <QuietEveningScene {...props} />
    case 'C':
      return <LaidTableScene {...props} />
  }
}

/** Draws the moon over a lake. */
function QuietEveningScene({ className }: SceneProps) {
  return (
    <svg
      viewBox="0 0 540 330"
      fill="none"
      aria-hidden="true"
      className={cn('drawing overflow-visible', className)}
    >
      <g stroke="var(--color-dusk)">
        <circle cx="340" cy="118" r="96" strokeWidth="6" opacity=".34" />
        <circle cx="340" cy="118" r="132" strokeWidth="5" opacity=".22" />
        <circle cx="340" cy="118" r="170" strokeWidth="4" opacity=".12" />
      </g>
      <path d="M352 56a64 64 0 1 0 47 89 52 52 0 0 1-47-89Z" fill="#f6d08a" />
      <path
        d="M206 84v14m-7-7h14M470 60v16m-8-8h16M262 30v10m-5-5h10M500 150v12m-6-6h12M150 150v10m-5-5h10"
        stroke="#e9b964"
        strokeWidth="2.6"
        strokeLinecap="round"
      />
      <path d="M96 276c36-44 84-68 130-62 56 10 96 4 144-24 56-28 112-24 170 2v90Z" fill="#a9b1d3" />
      <path d="M130 276c66-38 130-48 200-36 84 12 150 2 210-26v64Z" fill="#7d88b8" />
      <path d="M8 330c36-46 110-66 212-66h320v66Z" fill="#5a6598" />
      <path
        d="M286 276h112M300 290h84M314 304h56M330 318h24"
        stroke="#f6d08a"
        strokeWidth="4"
        strokeLinecap="round"
        opacity=".8"
      />
      <path
        d="M150 286h70M190 302h62M430 288h72M104 316h70M420 314h48"
        stroke="#8e98c6"
        strokeWidth="3"
        strokeLinecap="round"
      />
      <path
        d="M74 330q6-62 2-96M90 330q2-44 18-78M62 330q-2-40-12-58"
        stroke="#434c7e"
        strokeWidth="4"
        strokeLinecap="round"
      />
      <path
        d="M76 206a5 5 0 0 1 5 5v20a5 5 0 0 1-10 0v-20a5 5 0 0 1 5-5ZM108 226a5 5 0 0 1 5 6l-4 16a5 5 0 0 1-9-3l3-15a5 5 0 0 1 5-4Z"
        fill="#434c7e"
      />
    </svg>
  )
}

/** A bowl of tea, bread and an apple at the window. */
function LaidTableScene({ className }: SceneProps) {
  return (
    <svg
      viewBox="0 0 540 330"
      fill="none"
      aria-hidden="true"
      className={cn('drawing overflow-visible', className)}
    >
      <g stroke="var(--color-meadow)">
        <circle cx="330" cy="176" r="112" strokeWidth="6" opacity=".3" />
        <circle cx="330" cy="176" r="150" strokeWidth="5" opacity=".2" />
        <circle cx="330" cy="176" r="188" strokeWidth="4" opacity=".12" />
      </g>
      <circle cx="330" cy="176" r="78" fill="#f6c66f" />
      <path
        d="M300 92q-14-16 0-32t0-32M334 92q-14-16 0-32t0-32M368 92q-14-16 0-32t0-32"
        stroke="#8fb49f"
        strokeWidth="5"
        strokeLinecap="round"
        opacity=".75"
      />
      <path d="M14 330c0-38 60-62 150-62h376v62Z" fill="#5d9a79" />
      <path d="M30 330c4-30 62-50 140-50h370v50Z" fill="#3f7d5d" />
      <path d="M234 128h200c0 78-36 126-70 132h-60c-34-6-70-54-70-132Z" fill="#fdf6e7" />
      <ellipse cx="334" cy="128" rx="100" ry="19" fill="#efe2c6" />
      <ellipse cx="334" cy="130" rx="86" ry="14" fill="#b8763a" />
      <path d="M300 258h68l8 12h-84Z" fill="#efe2c6" />
      <path
        d="M244 168q22-16 45 0t45 0 45 0 45 0M252 190q20-13 41 0t41 0 41 0 41 0"
        stroke="#3f7d5d"
        strokeWidth="5"
        strokeLinecap="round"
      />
      <path
        d="M470 206c24-14 52 2 52 30 0 22-16 36-30 34-6-1-10-1-16 0-16 2-32-14-32-36 0-26 14-36 26-28Z"
        fill="#e38468"
      />
      <path d="M478 206q0-18 12-26" stroke="#7a4a22" strokeWidth="5" strokeLinecap="round" />
      <path d="M484 192q10-20 34-16-6 20-34 16Z" fill="#5d9a79" />
      <path d="M70 232c0-28 30-46 66-46s66 18 66 46c0 18-8 36-14 38H84c-6-2-14-20-14-38Z" fill="#dca35c" />
      <path
        d="m104 206 12 22m12-28 12 24m12-22 12 20"
        stroke="#b9783a"
        strokeWidth="5"
        strokeLinecap="round"
      />
    </svg>
  )
}
