import { tiynPerTenge } from '@app/domain/orders/products'
import { nbsp } from './typeset.ts'

/** «5 000 ₸» with no-break spaces; tiyn are shown only when there are some: «99,50 ₸». */
export function formatTenge(amountTiyn: number): string {
  const tenge = Math.trunc(amountTiyn / tiynPerTenge)
  const tiyn = Math.abs(amountTiyn % tiynPerTenge)
  const whole = String(tenge).replace(/\B(?=(\d{3})+$)/g, nbsp)
  return `${whole}${tiyn ? `,${String(tiyn).padStart(2, '0')}` : ''}${nbsp}₸`
}
