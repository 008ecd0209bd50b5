import {
  type Nutritionist,
  nutritionist,
  sampleNutritionist,
  nutritionistTexts as texts,
} from '@app/content/ru/nutritionist'
import { cn } from '#web/lib/cn.ts'
import { useConfig } from '#web/lib/config.ts'
import { useIsInBrowser } from '#web/lib/page/hydration.ts'

type NutritionistCardProps = {
  /** `line`: only the portrait, the name and the role. */
  size?: 'card' | 'line'
  className?: string
}

/** The person behind the product: the owner's nutritionist, in the sandbox a marked sample, in production without one nobody. */
export function useNutritionist(): Nutritionist | null {
  const { environment } = useConfig()
  // The build renders pages for production.
  const isSandbox = useIsInBrowser() && environment === 'sandbox'
  return nutritionist ?? (isSandbox ? sampleNutritionist : null)
}

/** Shows that person, if there is one. */
export function NutritionistCard(props: NutritionistCardProps) {
  const person = useNutritionist()
  return person && <PersonCard person={person} isSample={person === sampleNutritionist} {...props} />
}

type PersonCardProps = NutritionistCardProps & { person: Nutritionist; isSample: boolean }

/** A face, a name, what she studied and how she works. */
export function PersonCard({ person, isSample, size = 'card', className }: PersonCardProps) {
  const { name, role, photo, diploma, words } = person
  const isCard = size === 'card'
  return (
    <section aria-label={texts.label} className={className}>
      <div className={cn('flex items-center', isCard ? 'gap-5 lg:gap-7' : 'gap-3.5')}>
        <img
          src={photo}
          alt={name}
          width="320"
          height="320"
          loading="lazy"
          className={cn(
            'shrink-0 rounded-full object-cover',
            isCard ? 'size-[min(6rem,26vw)] lg:size-40' : 'size-13',
          )}
        />
        <div className="min-w-0">
          {isCard && <p className="text-[min(0.9375rem,4.6vw)] text-ink-soft">{texts.label}</p>}
          <p
            translate="no"
            className={cn(
              'headline leading-snug',
              isCard ? 'mt-0.5 text-[min(1.25rem,7vw)] lg:text-2xl' : 'text-lg',
            )}
          >
            {name}
          </p>
          <p className={cn('text-ink-soft', isCard ? 'text-[min(0.9375rem,4.6vw)]' : 'text-label')}>
            {isSample && `${texts.sample}: `}
            {role}
          </p>
        </div>
      </div>
      {isCard && (
        <>
          <p className="headline mt-5 text-[min(1.125rem,6vw)] leading-relaxed lg:mt-7 lg:text-xl lg:leading-relaxed">
            {words}
          </p>
          <p className="mt-2 text-label text-ink-soft">
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
        </>
      )}
    </section>
  )
}
