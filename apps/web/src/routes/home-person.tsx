import { nutritionistTexts } from '@app/content/ru/nutritionist'
import { NutritionistCard, useNutritionist } from '#web/components/nutritionist-card.tsx'
import { Container } from '#web/ui/container.tsx'

/** The consultant's card below the first screen. */
export default function HomePerson() {
  if (!useNutritionist()) return null
  return (
    <Container className="py-12 lg:py-20">
      <h2 className="headline text-[min(1.625rem,8.5vw)] leading-tight">{nutritionistTexts.home}</h2>
      <NutritionistCard className="mt-7 max-w-[40rem]" />
    </Container>
  )
}
