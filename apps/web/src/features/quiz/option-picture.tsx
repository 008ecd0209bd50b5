import type { SingleChoiceKey } from '@app/domain/quiz/options'
import { EyeWhitePicture, PupilPicture } from './pictures/eye.tsx'
import { TonguePicture } from './pictures/tongue.tsx'

const pictured = ['tongueColor', 'eyeWhitesColor', 'dilatedPupils'] as const
type PicturedKey = (typeof pictured)[number]

export function hasPictures(key: SingleChoiceKey): key is PicturedKey {
  return (pictured as readonly string[]).includes(key)
}

/** Tongues stand two in a row with the picture above the words; eyes are wide and stand beside them. */
export function pictureLayout(key: SingleChoiceKey): 'row' | 'tile' {
  return key === 'tongueColor' ? 'tile' : 'row'
}

/** What one sees in the mirror, beside the words that say it. */
export function OptionPicture({ name, value }: { name: PicturedKey; value: string }) {
  switch (name) {
    case 'tongueColor':
      return <TonguePicture value={value} />
    case 'eyeWhitesColor':
      return <EyeWhitePicture value={value} />
    case 'dilatedPupils':
      return <PupilPicture value={value} />
  }
}
