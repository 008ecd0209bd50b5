import { type Subcategory, subcategories } from '@app/domain/result/categories'
import { type GivenServer, givenServer } from '@app/testing/server/given-server'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ChecklistFiles } from './checklist-files.ts'
import { checklistUrl, uploadChecklists } from './upload-checklists.ts'

let server: GivenServer

beforeAll(async () => {
  server = await givenServer()
})
afterAll(() => server.close())

const filesSaying = (words: (subcategory: Subcategory) => string) =>
  Object.fromEntries(
    subcategories.map((subcategory) => {
      const content = Buffer.from(`%PDF-1.7 ${words(subcategory)}`)
      return [subcategory, { path: `checklists/${subcategory.toLowerCase()}.pdf`, version: 'v1', content }]
    }),
  ) as ChecklistFiles

test('checklists are placed once, a changed one again, and anyone may download them', async () => {
  const first = filesSaying((subcategory) => `лист ${subcategory}`)
  expect(await uploadChecklists(server.admin, first)).toHaveLength(6)
  expect(await uploadChecklists(server.admin, first)).toEqual([])

  const second = filesSaying((subcategory) => (subcategory === 'B2' ? 'новый лист' : `лист ${subcategory}`))
  expect(await uploadChecklists(server.admin, second)).toEqual(['checklists/b2.pdf'])

  const response = await server.app.inject(checklistUrl('', 'B2', second))
  expect(response.statusCode).toBe(200)
  expect(response.headers['content-type']).toBe('application/pdf')
  expect(response.rawPayload.toString()).toBe('%PDF-1.7 новый лист')
})

test('several servers that start together agree', async () => {
  const files = filesSaying((subcategory) => `вместе ${subcategory}`)
  await Promise.all([1, 2, 3].map(() => uploadChecklists(server.admin, files)))
  expect(await uploadChecklists(server.admin, files)).toEqual([])
})

test('a storage that refuses is an error that names the file', async () => {
  await expect(
    uploadChecklists(
      server.visitor(),
      filesSaying(() => 'чужое'),
    ),
  ).rejects.toThrow('checklists/a1.pdf')
})
