import { type Nutritionist, nutritionistTexts as texts } from '@app/content/ru/nutritionist'

/** The person one would talk to: a face, a name, what she studied and how she works. */
export function NutritionistCard({ nutritionist }: { nutritionist: Nutritionist }) {
  const { name, role, photo, diploma, words } = nutritionist
  return (
    <section aria-label={texts.label} className="mt-6 rounded-card bg-mist p-5">
      <div className="flex items-center gap-4">
        <img
          src={photo}
          alt={name}
          width="80"
          height="80"
          loading="lazy"
          className="size-20 shrink-0 rounded-full object-cover"
        />
        <div className="min-w-0">
          <p className="text-sm text-ink-soft">{texts.label}</p>
          <p className="headline text-lg leading-snug">{name}</p>
          <p className="text-label text-ink-soft">{role}</p>
        </div>
      </div>
      <p className="mt-4 leading-relaxed">{words}</p>
      <p className="mt-3 text-label text-ink-soft">
        {diploma.text}
        {diploma.href && (
          <>
            {' '}
            <a href={diploma.href} className="text-meadow-deep underline underline-offset-4">
              {texts.diploma}
            </a>
          </>
        )}
      </p>
    </section>
  )
}
