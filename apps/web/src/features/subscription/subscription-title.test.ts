import type { OwnProgram } from '@app/contracts/subscription'
import { expect, it } from 'vitest'
import { titleOf } from './subscription-title.ts'

const own: OwnProgram = {
  subscriptionId: '1',
  invId: 1,
  state: 'active',
  currentDay: 0,
  isGift: false,
  follows: true,
  nextOn: null,
  begins: 'soon',
  nextAt: '09:00',
  nextUntil: '12:00',
  isToday: false,
  unreached: false,
  optedOut: false,
  withdrawn: false,
  paused: false,
  phone: '+77015550001',
  canMendPhone: false,
  checklistUrl: '',
  days: [],
}
const gift = (invId: number, phone: string | null): OwnProgram => ({ ...own, invId, isGift: true, phone })
const titles = (programs: OwnProgram[]) =>
  programs.map((program) => titleOf(program, programs)?.replace(/\u00a0/g, ' '))

it('tells gifts apart by their number, and those to one number by which was bought first', () => {
  const to2 = [gift(9, '+77015550002'), gift(2, '+77015550002'), gift(3, '+77015550002')]
  expect(titles([own, ...to2, gift(4, '+77015550003'), gift(5, null)])).toEqual([
    'Ваша программа',
    'Подарок на +7 701 555 00 02, третий',
    'Подарок на +7 701 555 00 02',
    'Подарок на +7 701 555 00 02, второй',
    'Подарок на +7 701 555 00 03',
    'Подарок',
  ])
})

it('leaves one’s only program without a title of its own, but a gift never', () => {
  expect(titles([own])).toEqual([undefined])
  expect(titles([gift(1, '+77015550002')])).toEqual(['Подарок на +7 701 555 00 02'])
})
