import { expect, test } from 'vitest'
import { forOldBrowsers } from './old-styles.ts'

test('layers are unwrapped in their order, and the base weighs nothing', () => {
  const css =
    '@layer base,utilities;@layer base{h1{color:red}.grid>a:focus,b{color:tan}[type=x]:before{color:red}@media print{.x{color:red}}}@layer utilities{.blue{color:blue}}'
  expect(forOldBrowsers(css)).toBe(
    'h1{color:red}:where(.grid>a:focus,b){color:tan}[type=x]:before{color:red}@media print{:where(.x){color:red}}.blue{color:blue}',
  )
})

test('what older browsers do not know has what is nearest before it', () => {
  expect(forOldBrowsers('.a{color:red;min-height:calc(100svh - 1px)}.b{overflow:clip}')).toBe(
    '.a{color:red;min-height:calc(100vh - 1px);min-height:calc(100svh - 1px)}.b{overflow:hidden;overflow:clip}',
  )
})
