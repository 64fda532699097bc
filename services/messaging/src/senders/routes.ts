import { type Call, type Endpoint, route } from '@plumbline/platform/http'
import * as api from '../api.ts'
import { readSender } from '../sender.ts'
import type { MessagingContext, MessagingSettings } from '../settings.ts'
import * as commands from './commands.ts'
import { readSenders } from './queries.ts'
import { readTest, sendTest } from './tryOut.ts'

export const senderRoutes = [
  route(api.getSenders, (call: Call<typeof api.getSenders, MessagingSettings>) => answer(call)),
  route(api.changeMailSender, async (call: Call<typeof api.changeMailSender, MessagingSettings>) => {
    await commands.changeMailSender(call, call.body)
    return answer(call)
  }),
  route(api.changeSmsSender, async (call: Call<typeof api.changeSmsSender, MessagingSettings>) => {
    await commands.changeSmsSender(call, call.body)
    return answer(call)
  }),
  route(api.changeLeadMail, async (call: Call<typeof api.changeLeadMail, MessagingSettings>) => {
    await commands.changeLeadMail(call, call.body)
    return answer(call)
  }),
  route(api.removeSender, async (call: Call<typeof api.removeSender, MessagingSettings>) => {
    await commands.removeSender(call, call.params.channel)
    return answer(call)
  }),
  route(api.sendTest, (call: Call<typeof api.sendTest, MessagingSettings>) => sendTest(call, call.body)),
  route(api.readTest, ({ db, params }) => readTest(db, params.id)),
]

type Answering = Pick<MessagingContext, 'keyring' | 'settings' | 'now'> &
  Pick<Call<Endpoint>, 'header'> & { db: Parameters<typeof readSender>[0]['db'] }

async function answer(call: Answering): Promise<api.Senders> {
  const { senders, etag } = await readSenders({ ...call, business: await readSender(call) })
  call.header('ETag', etag)
  return senders
}
