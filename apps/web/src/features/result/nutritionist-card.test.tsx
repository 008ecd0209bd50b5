import { existsSync } from 'node:fs'
import path from 'node:path'
import { nutritionist } from '@app/content/ru/nutritionist'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { NutritionistCard } from './nutritionist-card.tsx'

const given = {
  name: 'Сауле',
  role: 'нутрициолог',
  photo: '/nutritionist.jpg',
  diploma: { text: 'Диплом 2019 года', href: '/diploma.pdf' },
  words: 'Не ругаю и не запрещаю.',
}

test('who holds the consultation is shown with a face, a name, a diploma and words of her own', () => {
  const card = renderToStaticMarkup(<NutritionistCard nutritionist={given} />)
  for (const part of [
    'alt="Сауле"',
    'src="/nutritionist.jpg"',
    'Диплом 2019 года',
    'href="/diploma.pdf"',
    given.words,
  ]) {
    expect(card).toContain(part)
  }
})

test('a nutritionist who is given has a photo that is there', () => {
  if (!nutritionist) return
  const file = path.join(import.meta.dirname, '../../../public', nutritionist.photo)
  expect(existsSync(file), file).toBe(true)
})
