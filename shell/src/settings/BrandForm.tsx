import { css } from '@emotion/react'
import {
  accentsOf,
  brandLabels,
  BrandForm as Form,
  grounds,
  nearestColor,
  onAccent,
} from '@plumbline/business/api'
import { useForm } from '@plumbline/contract/form'
import { Button, Field, Input, radius, space } from '@plumbline/ui'
import { useState } from 'react'
import { changeBrand, useSaved } from './businessCalls.ts'
import { FirstDayField } from './FirstDayField.tsx'
import { PictureField } from './PictureField.tsx'
import { Planned } from './Planned.tsx'
import { describeBrand } from './planned.ts'
import { SectionForm, type SectionProps } from './SectionForm.tsx'

const themes = ['light', 'dark'] as const

const tiles = css`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: ${space(3)};
  > span { display: grid; place-items: center; min-height: 72px; padding: ${space(4)}; border-radius: ${radius.control}; }
  img { max-width: 160px; max-height: 40px; }
  b { padding: ${space(2)} ${space(4)}; border-radius: ${radius.control}; font-weight: 600; }
`

/** That of the product. */
const withoutColor = '#b94e16'

/** Logo and color; the product's own where nothing is chosen. */
export function BrandForm({ business, record }: SectionProps) {
  const { brand, changed } = business
  const [isStoring, setStoring] = useState(false)
  const form = useForm(Form, {
    defaults: { logo: brand.logo?.hash ?? '', color: brand.color ?? '', from: '' },
    record,
    isWaiting: isStoring,
    send: (_, { changes: { logo, color, from }, ifMatch }) =>
      changeBrand(
        {
          logo: logo === '' ? null : logo,
          color: color === '' ? null : color,
          from: from || undefined,
        },
        ifMatch,
      ),
    ...useSaved(),
    success: () => ({
      description: 'Logo and color are set. Pages show them once they are loaded again.',
      action: { label: 'Reload', onSelect: () => location.reload() },
    }),
  })
  const [logo, color] = [form.watch('logo'), form.watch('color').trim().toLowerCase()]
  const isColor = /^#[0-9a-f]{6}$/.test(color)
  const nearest = isColor ? nearestColor(color) : color
  return (
    <SectionForm
      form={form}
      title="Logo and color"
      labels={brandLabels}
      format={(name, value) => (name === 'logo' && value ? 'another logo' : String(value))}
      changed={changed.brand}
    >
      <Planned
        business={business}
        describe={describeBrand}
        withdraw={({ from, before: { brand } }) =>
          changeBrand({ from, logo: brand.logo?.hash ?? null, color: brand.color }, record.etag)
        }
      />
      <PictureField
        label={brandLabels.logo}
        hint="A PNG, JPEG or SVG. It is in the header, on the public page, on invoices and in emails."
        use="logo"
        hash={logo}
        onChange={(hash) => form.set('logo', hash)}
        isStoring={isStoring}
        onStoring={setStoring}
        {...form.error('logo')}
      >
        {(address) => (
          <div css={tiles}>
            {themes.map((theme) => (
              <span key={theme} style={{ background: grounds[theme][0] }}>
                <img src={address} alt={`The logo on a ${theme} page`} />
              </span>
            ))}
            <Button onClick={() => form.set('logo', '')}>Remove the logo</Button>
          </div>
        )}
      </PictureField>
      <Field
        label={brandLabels.color}
        hint="Of buttons and marks. Dark pages have it lighter."
        {...form.error('color')}
      >
        <div css={{ display: 'grid', gridTemplateColumns: '1fr 64px', gap: space(2) }}>
          <Input placeholder={withoutColor} autoComplete="off" {...form.field('color')} />
          <input
            type="color"
            aria-label="Pick a color"
            value={isColor ? color : withoutColor}
            onChange={({ target }) => form.set('color', target.value)}
            css={{ width: '100%', height: '100%', minHeight: 40 }}
          />
        </div>
      </Field>
      {nearest !== color && (
        <div>
          <Button onClick={() => form.set('color', nearest)}>Use {nearest}</Button>
        </div>
      )}
      {isColor && (
        <div css={tiles} aria-hidden>
          {themes.map((theme) => (
            <span key={theme} style={{ background: grounds[theme][0] }}>
              <b style={{ background: accentsOf(nearest)[theme].accent, color: onAccent[theme] }}>Save</b>
            </span>
          ))}
        </div>
      )}
      <FirstDayField form={form} />
    </SectionForm>
  )
}
