export { freePort } from '@app/platform/testing/free-port'
