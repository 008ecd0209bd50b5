export { type RunningPostgres, startPostgres } from '@app/platform/testing/start-postgres'
