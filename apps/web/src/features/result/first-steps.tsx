import type { Advice } from '@app/content/ru/results/result-text'

/** The first steps along a line. */
export function FirstSteps({ steps }: { steps: readonly Advice[] }) {
  return (
    <ol className="grid max-w-[40rem]">
      {steps.map(({ title, text }) => (
        <li
          key={title}
          className="relative pb-7 pl-9 last:pb-0 not-last:before:absolute not-last:before:top-2 not-last:before:bottom-0 not-last:before:left-[0.4375rem] not-last:before:w-0.5 not-last:before:bg-mist-deep"
        >
          <span
            aria-hidden="true"
            className="absolute top-[0.3125rem] left-0 size-4 rounded-full border-[3px] border-paper bg-meadow outline-2 outline-meadow"
          />
          <h3 className="font-semibold">{title}</h3>
          <p className="mt-1 text-[1.0625rem] leading-relaxed">{text}</p>
        </li>
      ))}
    </ol>
  )
}
