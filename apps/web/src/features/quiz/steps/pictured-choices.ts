import type { SingleChoiceKey } from '@app/domain/quiz/options'

const pictured = ['tongueColor', 'eyeWhitesColor', 'dilatedPupils'] as const

/** A question whose options have drawings. */
export type PicturedKey = (typeof pictured)[number]

export function isPictured(key: SingleChoiceKey): key is PicturedKey {
  return (pictured as readonly string[]).includes(key)
}

/** Tongues stand in tiles with the picture above the words; eyes are wide and stand beside them. */
export function optionLayout(key: SingleChoiceKey): 'row' | 'tile' {
  return key === 'tongueColor' ? 'tile' : 'row'
}
