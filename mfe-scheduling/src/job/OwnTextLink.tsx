import { readBusiness } from '@plumbline/contract'
import { type ButtonTone, buttonStyle } from '@plumbline/ui'
import { Truck } from 'lucide-react'

type OwnTextLinkProps = {
  phone: string
  tone: ButtonTone
  /** What the job is called where there are several. */
  of?: string
  onPress: () => void
}

/** 'On my way' of a member who writes no messages here: the phone's own, with the words filled in. */
export function OwnTextLink({ phone, tone, of, onPress }: OwnTextLinkProps) {
  const body = encodeURIComponent(`${readBusiness().name}: I am on my way.`)
  return (
    <a
      css={buttonStyle(tone)}
      href={`${phone.replace('tel:', 'sms:')}?&body=${body}`}
      onClick={onPress}
      aria-label={of && `On my way: ${of}`}
      data-step
    >
      <Truck size={16} aria-hidden />
      On my way
    </a>
  )
}
