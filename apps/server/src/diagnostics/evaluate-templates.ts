import { type Finding, found } from '@app/contracts/findings'
import type { KnownTemplate } from '../messages/whatsapp/cloud-api-account.ts'

/** A template as the product needs it; `{{1}}` in the body stands for a parameter. */
export type ExpectedTemplate = { name: string; body: string; hasDocument: boolean }

/** Returns one finding for each fault of the templates; none when all are approved and take the parameters we send. */
export function evaluateTemplates(
  wanted: readonly ExpectedTemplate[],
  known: readonly KnownTemplate[],
  language: string,
): Finding[] {
  return wanted.flatMap((template) => {
    const there = known.find((each) => each.name === template.name && each.language === language)
    if (!there) return [found('template_missing', { template: template.name, language })]
    if (!acceptsSameParameters(template, there)) return [found('template_other', { template: template.name })]
    if (there.status !== 'APPROVED') {
      return [found('template_waiting', { template: template.name, status: there.status })]
    }
    return []
  })
}

/** Words may have been changed in the approval; what is sent along may not differ (error 132000). */
function acceptsSameParameters(wanted: ExpectedTemplate, known: KnownTemplate): boolean {
  const document = wanted.hasDocument ? 'DOCUMENT' : null
  return (
    parametersOf(wanted.body).join() === parametersOf(known.body ?? '').join() &&
    (known.header === document || (document === null && known.header === 'TEXT'))
  )
}

function parametersOf(body: string): string[] {
  return [...new Set([...body.matchAll(/\{\{\s*([^}\s]+)\s*\}\}/g)].map(([, name = '']) => name))].sort()
}
