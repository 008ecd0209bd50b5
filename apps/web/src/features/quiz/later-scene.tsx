import type { SceneName } from './scene-at.ts'
import { SceneFrame } from './scene-frame.tsx'

/** Draws the scenes after the first one. */
export function LaterScene({ name }: { name: Exclude<SceneName, 'dawn'> }) {
  return <SceneFrame>{scenes[name]}</SceneFrame>
}

const scenes = {
  // A window with a mirror on its sill, since tongue and eyes are looked at there.
  window: (
    <>
      <path d="M0 206c60-34 130-30 200-10 74 20 140 6 200-22V262H0Z" fill="var(--scene-1)" />
      <path d="M0 232c80-26 170-14 240-4 66 10 116 0 160-16V262H0Z" fill="var(--scene-2)" />
      <path
        d="M78 10V252M322 10V252M200 10V252M78 98H322M0 8H400"
        stroke="var(--scene-wood)"
        strokeWidth="7"
      />
      <path d="M0 10H96Q104 150 52 254H0ZM400 10H304Q296 150 348 254H400Z" fill="var(--scene-light)" />
      <path
        d="M28 0Q44 130 20 254M62 0Q72 140 38 254M372 0Q356 130 380 254M338 0Q328 140 362 254"
        stroke="var(--scene-wood)"
        strokeWidth="2"
        opacity=".35"
      />
      <path d="M0 250H400V300H0Z" fill="var(--scene-4)" />
      <path d="M0 248H400V260H0Z" fill="var(--scene-wood)" />
      <path d="M132 226V246M108 248h48" stroke="var(--scene-5)" strokeWidth="7" strokeLinecap="round" />
      <ellipse
        cx="132"
        cy="184"
        rx="34"
        ry="42"
        fill="var(--scene-water)"
        stroke="var(--scene-5)"
        strokeWidth="6"
      />
      <path
        d="m116 190 24-32M124 204l26-34"
        stroke="var(--scene-cloud)"
        strokeWidth="4"
        strokeLinecap="round"
      />
      <path
        d="M262 214q-32-12-34-48 34 10 34 48ZM268 214q-8-44 18-66 16 36-18 66ZM272 214q10-32 44-34-8 32-44 34Z"
        fill="var(--scene-3)"
      />
      <path d="M240 208h56l-8 40h-40Z" fill="#d98a5b" />
    </>
  ),
  // Clouds over a still lake, and the sun behind them.
  lake: (
    <>
      <path
        d="M64 142c4-24 32-30 46-14 16-18 46-10 46 12 22 0 24 28 2 28H58c-22 0-20-26 6-26ZM256 112c3-16 22-20 32-9 11-12 31-7 31 8 15 0 17 19 2 19h-69c-15 0-14-18 4-18Z"
        fill="var(--scene-cloud)"
      />
      <path d="M0 200 60 168l54 24 62-40 58 38 60-22 106 34V222H0Z" fill="var(--scene-1)" />
      <path d="M0 204c70-14 120-4 190 0 80 4 140-8 210-2V224H0Z" fill="var(--scene-2)" />
      <path d="M0 216H400V300H0Z" fill="var(--scene-water)" />
      <path
        d="M118 226h104M138 238h66M124 250h88M152 262h40M286 232h64M300 246h72M30 236h58M54 262h40"
        stroke="var(--scene-cloud)"
        strokeWidth="3"
        strokeLinecap="round"
      />
      <path d="M248 246h78q-8 20-24 20h-32q-16 0-22-20Z" fill="var(--scene-5)" />
      <path d="M286 244V188q34 22 34 52Z" fill="var(--scene-light)" />
      <path d="M0 300V272c50-10 120 0 168 14 60 10 150 4 232-14V300Z" fill="var(--scene-4)" />
      <path
        d="M70 300q4-50 14-84M86 300q2-38 18-66M58 300q-2-32-10-52"
        stroke="var(--scene-5)"
        strokeWidth="4"
        strokeLinecap="round"
      />
      <path
        d="M84 192a5 5 0 0 1 5 5v20a5 5 0 0 1-10 0v-20a5 5 0 0 1 5-5ZM106 208a5 5 0 0 1 5 6l-4 18a5 5 0 0 1-9-3l4-17a5 5 0 0 1 4-4Z"
        fill="var(--scene-5)"
      />
    </>
  ),
  // A table laid in the open: tea, bread and an apple.
  table: (
    <>
      <path d="M0 176c70-30 150-26 220-8 66 16 124 4 180-20V300H0Z" fill="var(--scene-1)" />
      <path d="M0 206c80-26 170-18 240-4 64 12 116 2 160-16V300H0Z" fill="var(--scene-2)" />
      <path d="M0 252H400V300H0Z" fill="var(--scene-4)" />
      <path
        d="M0 250H400v18q-20 16-40 0-20 16-40 0-20 16-40 0-20 16-40 0-20 16-40 0-20 16-40 0-20 16-40 0-20 16-40 0-20 16-40 0-20 16-40 0Z"
        fill="var(--scene-light)"
      />
      <path
        d="M116 128q-10-12 0-24t0-24M136 128q-10-12 0-24t0-24"
        stroke="var(--scene-cloud)"
        strokeWidth="4"
        strokeLinecap="round"
      />
      <path d="M168 190c44-6 40 44-4 42M84 188q-30 2-36-34" stroke="var(--scene-5)" strokeWidth="10" />
      <path d="M74 186c0-32 22-46 52-46s52 14 52 46c0 40-18 62-36 64h-32c-18-2-36-24-36-64Z" fill="#3f7d5d" />
      <path d="M98 144q28-18 56 0Z" fill="var(--scene-5)" />
      <circle cx="126" cy="132" r="6" fill="var(--scene-5)" />
      <path
        d="M80 194q12-12 23 0t23 0 23 0 23 0"
        stroke="var(--scene-light)"
        strokeWidth="4"
        strokeLinecap="round"
      />
      <path d="M202 204h76c0 28-14 42-28 46h-20c-14-4-28-18-28-46Z" fill="#fdf6e7" />
      <path d="M202 204h76l-3 16h-70Z" fill="#c98346" />
      <path
        d="M304 208c18-10 38 2 38 22 0 18-14 24-22 22-6-1-8-1-12 0-12 2-22-8-22-24 0-18 10-26 18-20Z"
        fill="#e38468"
      />
      <path d="M312 208q0-12 10-18" stroke="var(--scene-5)" strokeWidth="4" strokeLinecap="round" />
    </>
  ),
  // The way leads to an open yurt.
  yurt: (
    <>
      <path d="M0 190 56 146l48 36 62-58 60 56 44-24 56 40 74-18V300H0Z" fill="var(--scene-1)" />
      <path d="M0 212c80-24 160-18 230-4 66 12 120 2 170-14V300H0Z" fill="var(--scene-2)" />
      <path d="M0 246c90-24 180-16 250-4 60 8 106 2 150-10V300H0Z" fill="var(--scene-3)" />
      <path d="M96 178q60-62 124 0l4 56H92Z" fill="#fdf6e7" />
      <path d="M88 184q70-78 140 0l-4 8q-66-22-132 0Z" fill="var(--scene-light)" />
      <path
        d="M94 198q64-20 128 0M93 218h42M181 218h42"
        stroke="#c96f4a"
        strokeWidth="5"
        strokeDasharray="9 6"
      />
      <path d="M142 236v-34q16-12 32 0v34Z" fill="var(--scene-wood)" />
      <path d="M0 272c100-26 200-18 280-6 50 6 90 2 120-4V300H0Z" fill="var(--scene-4)" />
      <path d="M144 236h28q8 22 60 32t18 32H170q14-14-14-28-16-10-12-36Z" fill="var(--scene-light)" />
      <path
        d="M330 300q4-38 18-64M352 300q4-28 16-46M306 300q4-26 14-42"
        stroke="var(--scene-2)"
        strokeWidth="2"
        strokeLinecap="round"
      />
    </>
  ),
}
