import type { PicturedKey } from './pictured-choices.ts'
import { EyeWhitePicture, PupilPicture } from './pictures/eye.tsx'
import { TonguePicture } from './pictures/tongue.tsx'

/** A drawing beside the option's text. */
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
