import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readStatus } from './robokassa-status.ts'
import { readXml, textAt } from './xml-elements.ts'

/** As the service writes it, with its namespace, dates of seven digits and nested groups. */
const answer = (
  result: string,
  state: string,
  outSum = '5000.000000',
  since = '<StateDate>2026-11-02T10:00:00.1234567+05:00</StateDate>',
  order = '',
) => `<?xml version="1.0" encoding="utf-8"?>
<OperationStateResponse xmlns:xsd="http://www.w3.org/2001/XMLSchema" xmlns="http://merchant.roboxchange.com/WebService/">
  <Result><Code>${result}</Code></Result>
  <State><Code>${state}</Code><RequestDate>2026-11-02T10:09:00.1234567+05:00</RequestDate>${since}</State>
  <Info><IncCurrLabel>BankCard</IncCurrLabel><PaymentMethod><Code>BankCard</Code></PaymentMethod>
    <OutSum>${outSum}</OutSum><OpKey>A1-B2</OpKey></Info>
  <UserField><Field><Name>Shp_product</Name><Value>subscription</Value></Field>${order}</UserField>
</OperationStateResponse>`

describe('an answer of the status service', () => {
  it.each([
    ['100', { standing: 'paid', outSum: '5000.000000' }],
    ['5', { standing: 'pending' }],
    ['50', { standing: 'pending' }],
    ['10', { standing: 'not_paid' }],
    ['60', { standing: 'not_paid' }],
  ])('with state %s is understood', (state, standing) => {
    expect(readStatus(answer('0', state))).toMatchObject({
      outcome: 'known',
      stateCode: Number(state),
      standing,
    })
  })

  const id = 'b5f5a0a2-4c0f-4f43-9a1e-1f6f2f0a0001'
  const named = `<Field><Name>shp_order</Name><Value>${id}</Value></Field>`
  it.each([
    ['', '2026-11-02T10:00:00.1234567+05:00', null, '2026-11-02T05:00:00.000Z'],
    ['', '2026-11-02T05:00:00Z', null, '2026-11-02T05:00:00.000Z'],
    // Where it was, it does not say: the latest that it can mean refuses nobody.
    ['', '2026-11-02T05:00:00', null, '2026-11-02T05:00:00.000Z'],
    [named, '', id, undefined],
    [named, 'yesterday', id, undefined],
  ])('with the order %j and the date %j says for which order and since when', (order, since, orderId, at) => {
    const known = readStatus(answer('0', '100', undefined, `<StateDate>${since}</StateDate>`, order))
    if (known.outcome !== 'known') throw new Error(known.outcome)
    expect([known.orderId, known.since?.toISOString()]).toEqual([orderId, at])
  })

  it('says when the order was never begun', () => {
    expect(
      readStatus('<OperationStateResponse><Result><Code>3</Code></Result></OperationStateResponse>'),
    ).toEqual({
      outcome: 'not_found',
    })
  })

  it.each([
    ['a bad signature', answer('1', '100')],
    ['two operations of one number', answer('4', '100')],
    ['an internal error', answer('1000', '100')],
    ['a state that is no number', answer('0', '1e2')],
    ['no amount', answer('0', '100', '')],
    ['neither an order nor a date', answer('0', '100', undefined, '')],
    ['an odd amount', answer('0', '100', '5e3')],
    ['another document', '<html><body>100</body></html>'],
    ['nothing', ''],
    ['a cut document', answer('0', '100').slice(0, -5)],
    ['an entity', `<!DOCTYPE a [<!ENTITY x "100">]>${answer('0', '&x;')}`],
    ['an undeclared entity', answer('0', '&hundred;')],
    ['a section', answer('0', '<![CDATA[100]]>')],
  ])('with %s is no answer', (_, raw) => {
    expect(readStatus(raw).outcome).toBe('no_answer')
  })

  it('never makes it throw', () => {
    const pieces = fc.constantFrom(
      '<a>',
      '</a>',
      '<b/>',
      '&lt;',
      '&',
      '<!',
      '<?xml?>',
      'x',
      '<',
      '>',
      '<a b="c">',
      '-->',
    )
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 40 }), (parts) => {
        expect(['no_answer', 'known', 'not_found']).toContain(readStatus(parts.join('')).outcome)
      }),
    )
  })
})

describe('an XML document', () => {
  it('is read into elements and their text', () => {
    const root = readXml('<!-- hi --><s:a x="1" y=\'2\'><b>&lt;&#1090;&#x44f;&gt;</b><b/></s:a>\n')
    expect(root).toMatchObject({
      name: 'a',
      children: [
        { name: 'b', text: '<тя>' },
        { name: 'b', text: '' },
      ],
    })
    expect(textAt(root!, 'b')).toBe('<тя>')
    expect(textAt(root!, 'c', 'd')).toBeNull()
  })

  it.each([
    '<a><b></a></b>',
    '<a></a><b></b>',
    '<a>',
    'text',
    '<a/>text',
    '</a>',
    '<a b=c/>',
    '<a b="<"/>',
    '<a>&#0;</a>',
    `${'<a>'.repeat(30)}${'</a>'.repeat(30)}`,
  ])('that is not well formed is not read: %s', (source) => {
    expect(readXml(source)).toBeNull()
  })
})
