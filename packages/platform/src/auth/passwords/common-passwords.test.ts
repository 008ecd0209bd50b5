import { describe, expect, it } from 'vitest'
import { isCommonPassword } from './common-passwords.ts'

describe('a password that everybody tries first', () => {
  it.each([
    ...['password', 'Password123', 'qwerty12345', '12345678', '87654321', 'qwertyui', '1q2w3e4r', 'aaaaaaaa'],
    ...[
      'йцукенгш',
      'Пароль2024',
      'gfhjkm123',
      'ghbdtn2020',
      'Almaty2024!',
      'казахстан1',
      'aigerim1999',
      'Айгерим99',
    ],
    ...['11112222', '11223344', '1112223', 'aaaabbbb', '12211221', '12344321', 'abcddcba'],
    ...['1qaz2wsx', 'zaq1xsw2', '147258369', '3edc4rfv'],
    ...['qazaqstan', '01.01.1990', '19900101', 'abcabcabc', 'iloveyou1', '+Nursultan7'],
  ])('%s is refused', (password) => {
    expect(isCommonPassword(password)).toBe(true)
  })

  it.each([
    'рассвет-над-степью',
    'Wide-steppe-2026',
    'correct horse',
    'k7#mVq2p',
    'мой кот спит на 3 полках',
  ])('%s is none of them', (password) => {
    expect(isCommonPassword(password)).toBe(false)
  })
})
