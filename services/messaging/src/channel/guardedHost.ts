import { lookup } from 'node:dns/promises'
import { BlockList, isIPv6 } from 'node:net'
import { ChannelError } from './channel.ts'

// where clouds answer questions about their machines, to every process on them; and addresses of no single machine
const guarded = new BlockList()
guarded.addSubnet('169.254.0.0', 16)
guarded.addAddress('100.100.100.200')
guarded.addSubnet('0.0.0.0', 8)
guarded.addSubnet('224.0.0.0', 3)
guarded.addSubnet('fe80::', 10, 'ipv6')
guarded.addSubnet('ff00::', 8, 'ipv6')
guarded.addAddress('fd00:ec2::254', 'ipv6')
guarded.addAddress('::', 'ipv6')

/** Whether an address is one that no mail server has. An IPv4 address in the shape of IPv6 counts as what it is. */
export const isGuarded = (address: string): boolean =>
  guarded.check(address, isIPv6(address) ? 'ipv6' : 'ipv4')

/** Refuses a host that leads to such an address. @throws ChannelError */
export async function refuseGuardedHost(host: string): Promise<void> {
  // a name that is not found fails with the connection
  const addresses = await lookup(host, { all: true }).catch(() => [])
  if (addresses.some(({ address }) => isGuarded(address)))
    throw new ChannelError('configuration', 'SMTP EGUARDED')
}
