import type { ClientConfig } from '@app/contracts/client-config'
import { type AppointRequest, type StaffMember, staffSchema } from '@app/contracts/desk/staff'
import { queryOptions } from '@tanstack/react-query'
import { callApi } from '#web/lib/api.ts'
import { queryKeys } from '#web/lib/query-keys.ts'

export function staffQuery(config: ClientConfig) {
  return queryOptions({
    queryKey: queryKeys.staff,
    queryFn: async (): Promise<StaffMember[]> =>
      staffSchema.parse(await callApi(config, '/desk/staff')).members,
  })
}

/** Gives a role; answers who works here now. */
export async function appoint(config: ClientConfig, body: AppointRequest): Promise<StaffMember[]> {
  return staffSchema.parse(await callApi(config, '/desk/staff', { method: 'POST', body })).members
}

/** Revokes a role and resolves to the staff. */
export async function dismiss(config: ClientConfig, userId: string): Promise<StaffMember[]> {
  return staffSchema.parse(await callApi(config, `/desk/staff/${userId}`, { method: 'DELETE' })).members
}
