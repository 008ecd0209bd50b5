import { expect, it } from 'vitest'
import { headTags } from './head-tags.ts'

it('a page names itself, its address and its picture', () => {
  const head = headTags({ meta: { title: 'О нас' }, path: '/about', siteUrl: 'https://site.example' })
  expect(head).toContain('<title>О нас · Ясный день</title>')
  expect(head).toContain('<link rel="canonical" href="https://site.example/about" />')
  expect(head).toContain('content="https://site.example/og.png"')
})

it('what a title holds cannot leave it', () => {
  const head = headTags({ meta: { title: '</title><script>' }, path: '/' })
  expect(head).not.toContain('<script>')
})

it('the shell of unlisted routes is kept out of search engines', () => {
  expect(headTags({ meta: { title: 'Кабинет' } })).toContain('noindex')
})
