import { expect, test } from 'vitest'
import { firstStyles, splitUtilities } from './first-styles.ts'

const page = `<html><body><button class="pressed hover:bg-sun w-1/2 [&amp;&gt;svg]:size-4">Пройти<svg></svg></button></body></html>`

/** What of a stylesheet the page needs, one rule at a time. */
const needs = async (rule: string) => (await firstStyles(rule, page)) !== ''

test.each([
  ['what it has', '.pressed{color:red}'],
  ['what is pressed', '.hover\\:bg-sun:hover{color:red}'],
  ['a name with signs of a tag', '.\\[\\&\\>svg\\]\\:size-4>svg{color:red}'],
  ['a name with a stroke', '.w-1\\/2{width:50%}'],
  ['a mark that a script sets', 'html[data-asks] button{color:red}'],
  ['whatever has the focus', ':focus-visible{color:red}'],
  ['all buttons among others', ':is(button,select):disabled{color:red}'],
  ['a wish of the visitor', '@media (prefers-reduced-motion:reduce){button{color:red}}'],
])('a page needs %s', async (_, rule) => {
  expect(await needs(rule)).toBe(true)
})

test.each([
  ['a class of another page', '.order-row{color:red}'],
  ['an element it has not', 'select{color:red}'],
])('a page does not need %s', async (_, rule) => {
  expect(await needs(rule)).toBe(false)
})

test('rules stay in their order, and a layer around its own', async () => {
  const rules =
    '@layer base,utilities;@layer utilities{.pressed{color:red}.order-row{color:blue}}button{color:green}'
  expect(await firstStyles(rules, page)).toBe(
    '@layer base,utilities;@layer utilities{.pressed{color:red}}button{color:green}',
  )
})

test('utilities are split off from what stands around them', () => {
  const before = '@font-face{font-family:Literata}@layer base{a{color:red}}'
  const utilities = '.p-1{padding:1px}@media print{.hidden{display:none}}'
  const after = '@property --a{syntax:"*";inherits:false}'
  expect(splitUtilities(`${before}@layer utilities{${utilities}}${after}`)).toEqual({
    before,
    utilities,
    after,
  })
})

test.each([
  ['without utilities', 'a{color:red}', 'no utilities'],
  ['whose block has no end', '@layer utilities{.p-1{padding:1px}', 'no end'],
  [
    'with two blocks of them',
    '@layer utilities{.p-1{padding:1px}}@layer utilities{.p-2{padding:2px}}',
    'two places',
  ],
  ['with a property among them', '@layer utilities{@property --a{inherits:false}}', '@property'],
])('a stylesheet %s is refused', (_, css, why) => {
  expect(() => splitUtilities(css)).toThrow(why)
})
