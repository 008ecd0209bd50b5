import { panelTexts } from '@app/content/ru/ui/panel'
import { Badge } from '#web/ui/badge.tsx'
import type { Probe } from '../checks/probe-endpoints.ts'

const texts = panelTexts.debug

export function ProbeList({ probes }: { probes: readonly Probe[] }) {
  return (
    <table className="w-full text-left text-label">
      <thead className="text-ink-soft">
        <tr>
          <th className="py-1 pr-4 font-normal">{texts.endpoint}</th>
          <th className="py-1 font-normal">{texts.answer}</th>
        </tr>
      </thead>
      <tbody>
        {probes.map(({ endpoint, method, success, answer, error }) => (
          <tr key={endpoint} className="border-t border-line align-top">
            <td className="py-2 pr-4">
              <code className="font-mono text-[0.8125rem] break-all">
                {method} {endpoint}
              </code>
            </td>
            <td className="py-2">
              <Badge variant={success ? 'success' : 'error'}>{answer}</Badge>
              {error && <p className="mt-1 text-danger">{error}</p>}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
