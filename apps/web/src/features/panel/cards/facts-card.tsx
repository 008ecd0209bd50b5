import { Card, CardTitle } from '#web/ui/card.tsx'

type FactsCardProps = { title: string; facts: readonly (readonly [name: string, value: string | number])[] }

/** A card with names and values. */
export function FactsCard({ title, facts }: FactsCardProps) {
  return (
    <Card className="grid min-w-0 content-start gap-4">
      <CardTitle>{title}</CardTitle>
      <Facts facts={facts} />
    </Card>
  )
}

export function Facts({ facts }: Pick<FactsCardProps, 'facts'>) {
  return (
    <dl className="grid gap-x-6 gap-y-2 text-label sm:grid-cols-[auto_1fr]">
      {facts.map(([name, value]) => (
        <div key={name} className="min-w-0 sm:contents">
          <dt className="text-ink-soft">{name}</dt>
          <dd className="min-w-0 break-words">{value}</dd>
        </div>
      ))}
    </dl>
  )
}
