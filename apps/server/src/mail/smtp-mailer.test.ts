import { SMTPServer } from 'smtp-server'
import { expect, onTestFinished, test } from 'vitest'
import type { SmtpSettings } from '../config/mail.ts'
import { openSmtpMailer } from './smtp-mailer.ts'

const mail = {
  to: 'aliya@example.com',
  subject: 'Код для входа',
  text: 'Код: 482913',
  html: '<p>Код: <b>482913</b></p>',
}

type Received = { from: string; to: string[]; body: string }

async function givenSmtp() {
  const received: Received[] = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, session, done) {
      let body = ''
      stream.on('data', (chunk: Buffer) => {
        body += chunk.toString()
      })
      stream.on('end', () => {
        const from = session.envelope.mailFrom ? session.envelope.mailFrom.address : ''
        received.push({ from, to: session.envelope.rcptTo.map(({ address }) => address), body })
        done()
      })
    },
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => new Promise<void>((resolve) => server.close(() => resolve())))
  const address = server.server.address()
  return { received, port: typeof address === 'object' && address ? address.port : 0 }
}

function givenMailer(changes: Partial<SmtpSettings>) {
  const mailer = openSmtpMailer({
    kind: 'smtp',
    dkimSelector: null,
    host: '127.0.0.1',
    port: 1,
    secure: false,
    requireTls: false,
    credentials: null,
    from: 'Ясный день <hello@clearday.kz>',
    ...changes,
  })
  onTestFinished(() => mailer.close())
  return mailer
}

test('a mail arrives in both forms, from the address of the practice', async () => {
  const { received, port } = await givenSmtp()
  const mailer = givenMailer({ port })
  await mailer.verify()
  await mailer.send(mail)

  expect(received).toHaveLength(1)
  expect(received[0]).toMatchObject({ from: 'hello@clearday.kz', to: ['aliya@example.com'] })
  expect(received[0]?.body).toMatch(/multipart\/alternative/)
  expect(received[0]?.body).toMatch(/text\/plain[\s\S]*text\/html/)
})

test('an address cannot smuggle in another one', async () => {
  const { received, port } = await givenSmtp()
  await givenMailer({ port })
    .send({ ...mail, to: 'aliya@example.com, ruslan@example.com' })
    .catch(() => undefined)

  expect(received.flatMap(({ to }) => to)).not.toContain('ruslan@example.com')
})

test('a server that is not there is told at the check', async () => {
  await expect(givenMailer({ port: 1 }).verify()).rejects.toThrow()
})

test.each([
  ['a password', { user: 'hello', password: 'secret' }],
  ['a mail', null],
])('%s is not sent to a server that offers no encryption', async (_, credentials) => {
  const { port, received } = await givenSmtp()
  const mailer = givenMailer({ port, credentials, requireTls: true })

  await expect(mailer.verify()).rejects.toThrow()
  await expect(mailer.send(mail)).rejects.toThrow()
  expect(received).toEqual([])
})
