import type { ReactNode } from 'react'

const almond = 'M6 37C26 8 92 6 114 35 94 62 30 64 6 37Z'
const usualPupil = 7.5

const whites: Readonly<Record<string, string>> = { '0': '#fffefb', '1': '#f8d9d1', '2': '#d5d3c3' }

/** The white of an eye: clear, pink with small vessels, or greyish. */
export function EyeWhitePicture({ value }: { value: string }) {
  return (
    <Eye white={whites[value] ?? '#fffefb'} pupil={usualPupil}>
      {value === '1' && (
        <path
          d="M12 37c6 0 9 2 14 1m-7 0c2 3 4 4 8 5M15 33c5-3 7-2 12-5m-5 2c2 0 4 1 6 3M108 35c-6 0-9 3-14 2m6 0c-2 3-4 4-9 5m14-12c-5-2-8-1-12-4m5 2c-2 1-4 2-5 4"
          fill="none"
          stroke="#cf5c50"
          strokeWidth="1.1"
          strokeLinecap="round"
        />
      )}
      {value === '2' && (
        <path
          d="M14 38c8-9 14-12 22-14-4 9-4 18 1 27-10-2-17-7-23-13Zm92-3c-6-7-12-11-20-13 4 10 3 20-2 28 9-2 16-8 22-15Z"
          fill="#a7a68f"
          opacity=".4"
        />
      )}
    </Eye>
  )
}

const pupils: Readonly<Record<string, number>> = { '0': 4.5, '1': 9.5, '2': 14.5 }

/** Draws a narrow, medium or wide pupil. */
export function PupilPicture({ value }: { value: string }) {
  return <Eye white="#fffefb" pupil={pupils[value] ?? usualPupil} />
}

function Eye({ white, pupil, children }: { white: string; pupil: number; children?: ReactNode }) {
  return (
    <svg
      viewBox="0 0 120 72"
      aria-hidden="true"
      className="block h-16 w-26 max-w-[35%] shrink-0 rounded-xl bg-[#f3e6d8] p-1.5"
    >
      <path d={almond} fill={white} />
      {children}
      <path
        d="M41.5 37a19.5 19.5 0 0 0 39 0c0-7-3.4-12.7-8.8-16.200a48 48 0 0 0-21.4 0C44.9 24.3 41.5 30 41.5 37Z"
        fill="#93693f"
        stroke="#5b3d22"
        strokeWidth="2"
      />
      <path
        d="M61 20v6m-10-2 3 5m17-5-3 5M44 33l5 2m29-2-5 2M45 44l5-2m27 2-5-2M53 52l3-5m13 5-3-5"
        stroke="#c39a63"
        strokeWidth="1.6"
        strokeLinecap="round"
      />
      <circle cx="61" cy="37" r={pupil} fill="#1c1712" />
      <circle cx="66.5" cy="30.5" r="2.6" fill="#fff" />
      <path d="M6 37C26 8 92 6 114 35" fill="none" stroke="#3c2a20" strokeWidth="3.2" strokeLinecap="round" />
      <path
        d="M10 40c22 22 82 21 101-3"
        fill="none"
        stroke="#b08a72"
        strokeWidth="1.6"
        strokeLinecap="round"
      />
      <path
        d="M16 21C38 4 84 3 104 20"
        fill="none"
        stroke="#c9a48b"
        strokeWidth="1.8"
        strokeLinecap="round"
      />
    </svg>
  )
}
