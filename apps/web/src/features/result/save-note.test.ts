import { resultTexts } from '@app/content/ru/ui/result'
import { expect, test } from 'vitest'
import { savedText } from './save-note.tsx'

const { saved, savedInCabinet, savedElsewhere, savedSomewhere } = resultTexts.saving
const aigerim = { id: 'her-id', email: 'aigerim@example.com' }

test.each([
  ['nobody is signed in', null, 'aigerim@example.com', saved],
  ['it was sent as their own', aigerim, 'her-id', savedInCabinet],
  ['it was sent for their e-mail', aigerim, 'aigerim@example.com', savedInCabinet],
  ['it is not known for whom', aigerim, null, savedSomewhere],
  ['their e-mail was typed in capitals', aigerim, 'Aigerim@Example.com', savedInCabinet],
  ['the e-mail in it was mistyped', aigerim, 'aigerim@exmaple.com', savedElsewhere],
  ['it was sent as somebody else’s', aigerim, 'his-id', savedElsewhere],
] as const)('where %s', (_, person, savedFor, text) => {
  expect(savedText(person, savedFor)).toBe(text)
})
