import { existsSync } from 'node:fs'
import path from 'node:path'
import { nutritionist, sampleNutritionist } from '@app/content/ru/nutritionist'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { PersonCard } from './nutritionist-card.tsx'

const given = {
  name: 'Сауле',
  role: 'нутрициолог',
  photo: '/nutritionist.jpg',
  diploma: { text: 'Диплом 2019 года', href: '/diploma.pdf' },
  words: 'Не ругаю и не запрещаю.',
}

test('who holds the consultation is shown with a face, a name, a diploma and words of her own', () => {
  const card = renderToStaticMarkup(<PersonCard person={given} isSample={false} />)
  for (const part of [
    'alt="Сауле"',
    'src="/nutritionist.jpg"',
    'Диплом 2019 года',
    'href="/diploma.pdf"',
    given.words,
  ]) {
    expect(card).toContain(part)
  }
  expect(card).not.toContain('Пример')
})

test('beside what is asked stand her face, her name and what she is', () => {
  const line = renderToStaticMarkup(<PersonCard person={given} isSample={false} size="line" />)
  for (const part of ['alt="Сауле"', 'нутрициолог']) expect(line).toContain(part)
  expect(line).not.toContain(given.words)
})

test('a sample says what it is, wherever it stands', () => {
  for (const size of ['card', 'line'] as const) {
    const sample = renderToStaticMarkup(<PersonCard person={sampleNutritionist} isSample size={size} />)
    expect(sample).toContain('Пример')
  }
})

test('a photo that is named is there', () => {
  for (const person of [nutritionist, sampleNutritionist]) {
    if (!person) continue
    const file = path.join(import.meta.dirname, '../../public', person.photo)
    expect(existsSync(file), file).toBe(true)
  }
})
