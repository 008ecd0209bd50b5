type TongueLook = { body: string; shade: string; coat?: string; cracks?: string }

const looks: Readonly<Record<string, TongueLook>> = {
  '1': { body: '#eeaca2', shade: '#dd8d85' },
  '2': { body: '#f6e3db', shade: '#e3c4bb' },
  '3': { body: '#e7a094', shade: '#d38377', coat: '#ecd68f' },
  '4': { body: '#d8514a', shade: '#b83c39', cracks: '#8b2727' },
  '5': { body: '#a98fba', shade: '#8b70a0' },
  '6': { body: '#d69f99', shade: '#bd8480', coat: '#bcbaae' },
}

const outline = 'M19 13C26 8 70 8 77 13c5 16 3 36-8 49-9 11-33 11-42 0C16 49 14 29 19 13Z'

/** A tongue as a mirror shows it: its colour, its coating, its cracks. */
export function TonguePicture({ value }: { value: string }) {
  const look = looks[value]
  if (!look) return null
  return (
    <svg
      viewBox="0 0 96 78"
      aria-hidden="true"
      className="block h-20 w-full rounded-xl bg-amber-soft/55 sm:h-24"
    >
      <path d="M12 15c10 17 22 24 36 24s26-7 36-24Z" fill="#cf9486" />
      <path d="M12 14c8 12 14 17 20 19h32c6-2 12-7 20-19Z" fill="#6f3832" />
      <path d={outline} fill={look.body} />
      <path
        d="M27 62C16 49 14 29 19 13c2 19 6 36 17 48 5 5 19 5 24 0 5-6 9-12 11-19-1 8-4 15-8 20-9 11-27 11-36 0Z"
        fill={look.shade}
        opacity=".55"
      />
      {look.coat && <Coating colour={look.coat} />}
      <path d="M48 17c1 10-1 22 0 38" fill="none" stroke={look.shade} strokeWidth="2" strokeLinecap="round" />
      {look.cracks && (
        <path
          d="M48 24c-4 2-7 3-10 7m10 0c4 2 6 3 10 6m-10 3c-4 2-8 3-11 8m11-2c3 1 6 3 8 6M34 22l-3 5m32-5 2 5"
          fill="none"
          stroke={look.cracks}
          strokeWidth="1.5"
          strokeLinecap="round"
        />
      )}
      <path
        d="M28 20c0 9 1 17 4 24"
        fill="none"
        stroke="#fff"
        strokeWidth="3"
        strokeLinecap="round"
        opacity=".35"
      />
      <path
        d="M8 15C20 11 31 2 40 3c4 .4 5 2 8 2s4-1.600 8-2c9-1 20 8 32 12-14 1-27-1-40-1s-26 2-40 1Z"
        fill="#cf9486"
      />
    </svg>
  )
}

function Coating({ colour }: { colour: string }) {
  return (
    <g fill={colour}>
      <path
        d="M27 14c8-2 34-2 42 0 3 9 2 15-1 21 1 6-3 12-7 14-2 6-8 8-13 8s-11-2-13-8c-4-2-8-8-7-14-3-6-4-12-1-21Z"
        opacity=".82"
      />
      <path
        d="M30 57a1.5 1.5 0 1 0 .1 0M66 55a1.5 1.5 0 1 0 .1 0M23 40a1.5 1.5 0 1 0 .1 0M73 37a1.5 1.5 0 1 0 .1 0M48 63a1.5 1.5 0 1 0 .1 0"
        opacity=".7"
      />
    </g>
  )
}
