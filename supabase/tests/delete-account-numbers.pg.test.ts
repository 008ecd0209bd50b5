import { signedInClient } from '@app/platform/testing/clients'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { givenTwoAccounts } from './given-two-accounts.ts'

const accounts = givenTwoAccounts()
const { everything } = accounts

/** Dana has left every trace that the product knows; Bota uses the same tables and keeps everything. */
describe('deleting an account', () => {
  it('neither tells nor takes what is known of a number that only this user has typed', async () => {
    const mallory = await signedInClient(accounts.platform, 'mallory@example.kz')
    await sql`insert into quiz_leads (user_id, name, email, phone, category, ownership)
      values (${mallory.userId}, 'М', 'mallory@example.kz', '+7 701 000-00-05', 'AA1', 'own')`.execute(
      accounts.platform.db,
    )
    // Its owner knows us by WhatsApp alone, and has asked for silence.
    await sql`insert into message_contacts (phone, last_inbound_at, opted_out_at, command_at)
      values ('77010000005', now(), now(), now())`.execute(accounts.platform.db)
    const { data } = await mallory.client.functions.invoke('export-account', { method: 'POST' })
    expect(data.tables).toMatchObject({ quiz_leads: [{ phone: '+7 701 000-00-05' }], message_contacts: [] })
    expect((await mallory.client.functions.invoke('delete-account', { method: 'POST' })).error).toBeNull()
    const { rows } = await sql`select phone, last_inbound_at is not null as has_written from message_contacts
      where phone = '77010000005'`.execute(accounts.platform.db)
    expect(rows).toEqual([{ phone: '77010000005', has_written: true }])
  })

  it('is told of nobody’s checklist on a number they typed, and a number nobody wrote from goes with them', async () => {
    const mallory = await signedInClient(accounts.platform, 'mallory@example.kz')
    await sql`insert into quiz_leads (user_id, name, email, phone, category, ownership)
      values (${mallory.userId}, 'М', 'mallory@example.kz', '+7 701 000-00-05', 'AA1', 'own')`.execute(
      accounts.platform.db,
    )
    const { rows } = await sql<{
      id: string
    }>`insert into message_contacts (phone) values ('77010000005') returning id`.execute(accounts.platform.db)
    await sql`insert into messages (kind, contact_id, deadline, send_state, status, asked_as, asked_from)
      values ('checklist', ${rows[0]?.id}, now(), 'done', 'sent', 'stranger', 'digest')`.execute(
      accounts.platform.db,
    )
    const { data } = await mallory.client.functions.invoke('export-account', { method: 'POST' })
    expect(data.tables).toMatchObject({ messages: [], message_contacts: [] })
    expect((await mallory.client.functions.invoke('delete-account', { method: 'POST' })).error).toBeNull()
    expect(await everything()).not.toContain('77010000005')
    const counted = await sql`select asked_as, asked_from, status from erased_checklists`.execute(
      accounts.platform.db,
    )
    expect(counted.rows).toEqual([{ asked_as: 'stranger', asked_from: 'digest', status: 'sent' }])
  })

  it('touches nothing of a number that somebody merely typed as theirs', async () => {
    const mallory = await signedInClient(accounts.platform, 'mallory@example.kz')
    await mallory.client.auth.updateUser({ data: { phone: '77010000001' } })
    await sql`insert into quiz_leads (user_id, name, email, phone, category, ownership)
      values (${mallory.userId}, 'М', 'mallory@example.kz', '+7 701 000-00-01', 'AA1', 'own')`.execute(
      accounts.platform.db,
    )
    const counted = sql`select (select count(*) from message_contacts) + (select count(*) from messages) as rows`
    const before = (await counted.execute(accounts.platform.db)).rows

    const { data } = await mallory.client.functions.invoke('export-account', { method: 'POST' })
    expect(data.tables).toMatchObject({ message_contacts: [], messages: [] })
    expect((await mallory.client.functions.invoke('delete-account', { method: 'POST' })).error).toBeNull()
    expect((await counted.execute(accounts.platform.db)).rows).toEqual(before)
  })

  it('leaves a phone to the other account that it serves', async () => {
    const { rows } = await sql<{
      id: string
    }>`select id from message_contacts where phone = '77010000001'`.execute(accounts.platform.db)
    await sql`insert into messages (kind, contact_id, user_id, deadline, send_state, asked_as)
      values ('checklist', ${rows[0]?.id}, ${accounts.bota.userId}, now(), 'done', 'own')`.execute(
      accounts.platform.db,
    )
    await accounts.dana.client.functions.invoke('delete-account', { method: 'POST' })
    const left = await sql`select kind, user_id from messages join message_contacts c on c.id = contact_id
      where c.phone = '77010000001'`.execute(accounts.platform.db)
    expect(left.rows).toEqual([{ kind: 'checklist', user_id: accounts.bota.userId }])
  })

  it('gives and takes a confirmed number’s words whoever has left it in a result, an order or a checklist', async () => {
    await sql`update orders set phone = '+7 701 000-00-01' where user_id = ${accounts.dana.userId}`.execute(
      accounts.platform.db,
    )
    await sql`update messages set sent_at = now() - interval '1 hour'`.execute(accounts.platform.db)
    await sql`insert into quiz_leads (name, email, phone, category) values ('М', 'm@example.kz', '87010000001', 'AA1')`.execute(
      accounts.platform.db,
    )
    await sql`insert into orders (product, price_tiyn, charge_tiyn, state, email, phone)
      values ('consultation', 5000000, 5000000, 'created', 'm@example.kz', '87010000001')`.execute(
      accounts.platform.db,
    )
    await sql`insert into messages (kind, contact_id, user_id, deadline, send_state, asked_as)
      select 'checklist', id, ${accounts.bota.userId}, now(), 'done', 'stranger' from message_contacts
      where phone = '77010000001'`.execute(accounts.platform.db)

    const { data } = await accounts.dana.client.functions.invoke('export-account', { method: 'POST' })
    expect(data.tables).toMatchObject({
      message_contacts: [{ phone: '77010000001' }],
      inbound_messages: [{ text: 'Спасибо, Дана' }],
    })
    await accounts.dana.client.functions.invoke('delete-account', { method: 'POST' })
    const left = await sql`select phone from message_contacts where phone = '77010000001'
      union all select text from inbound_messages where text like '%Дана%'`.execute(accounts.platform.db)
    expect(left.rows).toEqual([])
  })

  it('neither gives nor takes the words of a number that was paid with and not confirmed', async () => {
    await sql`update auth.users set phone = null, phone_confirmed_at = null where id = ${accounts.dana.userId}`.execute(
      accounts.platform.db,
    )
    await sql`update messages set sent_at = now() - interval '1 hour'`.execute(accounts.platform.db)
    const { data } = await accounts.dana.client.functions.invoke('export-account', { method: 'POST' })
    expect(data.tables).toMatchObject({
      messages: [{ kind: 'daily' }],
      message_contacts: [],
      inbound_messages: [],
    })
    await accounts.dana.client.functions.invoke('delete-account', { method: 'POST' })
    const { rows } = await sql`select text from inbound_messages join message_contacts c on c.id = contact_id
      where c.phone = '77010000001' and not exists (select from messages where contact_id = c.id)`.execute(
      accounts.platform.db,
    )
    expect(rows).toEqual([{ text: 'Спасибо, Дана' }])
  })

  it('leaves to whom a program was given what became of its messages: its buyer reads none of them', async () => {
    await sql`update messages set status = 'read', read_at = now() where user_id in (${accounts.dana.userId}, ${accounts.bota.userId})`.execute(
      accounts.platform.db,
    )
    expect((await accounts.dana.client.from('messages').select('status')).data).toEqual([{ status: 'read' }])
    await sql`update orders set is_gift = true where user_id = ${accounts.dana.userId}`.execute(
      accounts.platform.db,
    )
    expect((await accounts.dana.client.from('messages').select('status, read_at')).data).toEqual([])
    // Of one's own it is told, as before.
    expect((await accounts.bota.client.from('messages').select('status')).data).toEqual([{ status: 'read' }])
  })

  it('says nothing of whether a number that was only typed is silent, or when its owner read', async () => {
    const mallory = await signedInClient(accounts.platform, 'mallory@example.kz')
    await sql`insert into message_contacts (phone) values ('77010000005'), ('77010000006')`.execute(
      accounts.platform.db,
    )
    await sql`insert into messages (kind, contact_id, user_id, subcategory, deadline, send_state, asked_as, status, failure,
        sent_at, read_at)
      select 'checklist', id, ${mallory.userId}, 'A1', now(), 'done', 'stranger', told.status, told.failure, told.at, told.at
      from message_contacts join (values ('77010000005', 'read', null, now()), ('77010000006', 'failed', 'withheld', null))
        as told (phone, status, failure, at) using (phone)`.execute(accounts.platform.db)
    const { data } = await mallory.client.functions.invoke('export-account', { method: 'POST' })
    const asked = { id: expect.any(String), kind: 'checklist', category: null, subcategory: 'A1' }
    const row = { ...asked, created_at: expect.any(String) }
    expect(data.tables.messages).toEqual([row, row])
    expect((await mallory.client.from('messages').select('status')).data).toEqual([])
  })
})
