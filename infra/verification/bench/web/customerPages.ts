import { createClient } from '../../e2e/client.ts'

/** The addresses by which customers open a quote, an invoice and a visit of the demo data. */
export async function customerPages(url: string, password: string) {
  const client = createClient(url)
  await client.signIn('owner', password)
  const linkTo = async (path: string): Promise<string> => {
    const { status, text } = await client.send('POST', `${path}/customer-link`)
    if (status !== 200) throw new Error(`${path} has no link: ${text}`)
    return url + JSON.parse(text).path
  }
  const [quote] = await client.read('/api/quotes?status=sent')
  const [invoice] = await client.read('/api/invoices?status=pending')
  const [visit] = await client.read('/api/appointments?status=scheduled')
  return {
    quote: await linkTo(`/api/quotes/${quote.id}`),
    invoice: await linkTo(`/api/invoices/${invoice.id}`),
    visit: await linkTo(`/api/appointments/${visit.id}`),
  }
}
