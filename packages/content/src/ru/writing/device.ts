import type { Device } from '@app/domain/auth/device'

/** «Chrome, Android»; what a browser does not tell is left out. */
export function deviceName({ browser, system }: Device): string {
  return [browser, system].filter((name) => name !== null).join(', ') || 'Неизвестное устройство'
}
