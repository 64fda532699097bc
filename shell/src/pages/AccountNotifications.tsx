import { Button, Card, color, space } from '@plumbline/ui'
import { useState } from 'react'

const texts: Record<NotificationPermission, string> = {
  default: 'This browser can tell you about a new lead or message while you look at something else.',
  granted: 'This browser tells you about a new lead or message while you look at something else.',
  denied: 'Notifications are blocked for this site. Allow them in the settings of your browser.',
}

/** Whether this browser may announce what comes in. */
export function AccountNotifications() {
  const [permission, setPermission] = useState(() =>
    'Notification' in window ? Notification.permission : 'denied',
  )
  return (
    <Card title="Notifications">
      <div css={{ display: 'flex', flexWrap: 'wrap', gap: space(3), alignItems: 'center' }}>
        <p css={{ flex: '1 1 320px', color: color.muted }}>{texts[permission]}</p>
        {permission === 'default' && (
          <Button onClick={async () => setPermission(await Notification.requestPermission())}>
            Allow notifications
          </Button>
        )}
      </div>
    </Card>
  )
}
