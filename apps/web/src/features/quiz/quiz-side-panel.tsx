/** The height of the sun at the first and the last step, in units of the drawing. */
const bottomY = 330
const topY = 128

/** Draws the landscape of the wide screen. The sun rises with the progress. */
export function QuizSidePanel({ percent }: { percent: number }) {
  const height = bottomY - ((bottomY - topY) * percent) / 100
  return (
    <svg
      viewBox="0 0 500 420"
      preserveAspectRatio="xMidYMax slice"
      fill="none"
      aria-hidden="true"
      className="drawing absolute inset-x-0 bottom-0 h-[62%] w-full overflow-visible"
    >
      <g
        className="transition-transform duration-200"
        style={{ transform: `translateY(${height.toFixed(1)}px)` }}
      >
        <g stroke="#f8d08c">
          <circle cx="342" r="86" strokeWidth="6" opacity=".75" />
          <circle cx="342" r="114" strokeWidth="5" opacity=".5" />
          <circle cx="342" r="144" strokeWidth="4" opacity=".32" />
        </g>
        <circle cx="342" r="62" fill="#f2a33a" />
        <path
          d="M246 14q26-7 60-2t60-1q-30 8-58 5t-62-2ZM330-22q26-7 56-2t56-1q-28 8-54 5t-58-2Z"
          fill="#fdf1da"
        />
      </g>
      <path d="M0 262 62 214l44 36 66-62 62 58 40-22 76 46 150-8V420H0Z" fill="#b9c4a6" />
      <path d="M0 280c80-24 170-22 260-6 90 15 170 4 240-18V420H0Z" fill="#93b188" />
      <path d="M0 318c90-30 190-22 280-4 84 16 160 2 220-26V420H0Z" fill="#6c9c7b" />
      <path d="M0 340c110-20 210-10 300 8 74 15 140 8 200-10V420H0Z" fill="#4b8767" />
      <path d="M0 384c120-30 250-24 340-6 60 12 110 8 160-6V420H0Z" fill="#2d6a4d" />
      <path
        d="M28 420q10-52 34-82M58 420q8-36 26-58M440 420q4-40 22-70M468 420q2-26 12-46M404 420q4-26 14-42"
        stroke="#5d9272"
        strokeWidth="2"
        strokeLinecap="round"
      />
      <path
        d="M62 338q34-30 66-6-34-12-66 6ZM84 362q26-22 50-3-26-9-50 3ZM462 350q26-26 54-8-28-8-54 8ZM480 374q16-16 32-5-16-4-32 5ZM418 378q20-17 38-3-20-6-38 3Z"
        fill="#fbe9c8"
      />
    </svg>
  )
}
