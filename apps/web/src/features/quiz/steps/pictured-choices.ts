import type { SingleChoiceKey } from '@app/domain/quiz/options'

const pictured = ['tongueColor', 'eyeWhitesColor', 'dilatedPupils'] as const

/** A question whose options have drawings. */
export type PicturedKey = (typeof pictured)[number]

export function isPictured(key: SingleChoiceKey): key is PicturedKey {
  return (pictured as readonly string[]).includes(key)
}

/** Tongues are tiles with the picture on top; eyes are wide, so they are beside the text. */
export function optionLayout(key: SingleChoiceKey): 'row' | 'tile' {
  return key === 'tongueColor' ? 'tile' : 'row'
}
