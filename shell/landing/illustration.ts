import { html } from '@plumbline/platform/html'

const pegs = html`<pattern id="pegs" width="26" height="26" patternUnits="userSpaceOnUse"><circle cx="13" cy="13" r="1.6"/></pattern>`

const saw = html`<g transform="translate(40 36)"><path class="tint" d="M20 8c16-9 40-7 46 4 4 8-1 15-3 22-1.5 6 2 10 1 17-1 6-8 8-16 8H27c-9 0-14-4-13-11 1-8 7-11 7-18s-8-16-1-22z"/><path class="hole" d="M32 20c7-4 16-3.5 19 0 2.5 3.5-1.5 8-2.5 13-.8 4 .5 8-3.5 9.5-4 1.3-10 .8-12-1.5-2-2.5.5-6 .8-10 .3-4.5-4.5-8-1.8-11z"/><path d="M15 59h49l-9 168-22 3z"/><path class="fine" d="M15.5 66l5.2 3-4.2 5 5.3 3-4.3 5 5.3 3-4.3 5 5.4 3-4.3 5 5.4 3-4.4 5 5.5 3-4.4 5 5.5 3-4.4 5 5.6 3-4.5 5 5.6 3-4.4 5 5.6 3-4.5 5 5.6 3-4.4 5 5.6 3-4.5 5 5.7 3-4.5 5 5.7 3-4.5 5 5.7 3-4.5 5"/><circle cx="26" cy="52" r="2"/><circle cx="52" cy="52" r="2"/></g>`

const hammer = html`<g transform="translate(140 46)"><path class="tint" d="M37 34h12l3 150c.5 12-18 12-18 0z"/><path d="M32 4h26l2 5v17l-3 8H33z"/><path d="M60 6h8v21h-8zM68 2h10v29H68z"/><path d="M32 5C16 4 4 12-2 30c11-7 22-7 35 4z"/><path class="fine" d="M34.5 150h17M34.2 158h17.500M34 166h18"/></g>`

const brush = html`<g transform="translate(258 40)"><path class="tint" d="M27 0c8 0 11 6 11 14l7 72H9l7-72C16 6 19 0 27 0z"/><circle cx="27" cy="13" r="4.5" class="hole"/><path d="M2 86h50v22H2z"/><path class="fine" d="M8 91v.1M46 91v.1M8 103v.1M46 103v.1"/><path d="M3 108h48l-2 32H5z"/><path class="paint" d="M5 140h44l-1 17c-4 8-7-3-11 1s-2 17-7 17-4-13-9-14-8 7-12 3c-4-3-3-14-4-24z"/><path class="fine" d="M16 112v22M27 112v24M38 112v22"/></g>`

const wrench = html`<g transform="translate(346 40)"><path d="M27 58l-4 106a13 13 0 0 0 26 0L45 58z"/><path d="M18 2C6 10 2 26 9 40c4 9 10 14 18 18h18c9-3 15-9 18-17l-15-2-6-12 8-15-5-10c-3 10-10 15-17 15-6-1-10-8-10-17z"/><path d="M48 39l15 2c3-9 3-19-2-28l-11-1-8 15z"/><path class="fine" d="M37 46h15M37 50h14M38 54h10M34 74l-3 70h10l-3-70z"/><circle cx="36" cy="164" r="6.5" class="hole"/></g>`

const screwdriver = html`<g transform="translate(440 40)"><path class="tint" d="M6 8c0-10 24-10 24 0v44c0 5-3 7-3 12v10H9V64c0-5-3-7-3-12z"/><path class="fine" d="M12.5 14v40M18 12v44M23.5 14v40"/><path d="M11 74h14v8H11zM15 82h6v82h-6zM15 164h6l1.5 14h-9z"/></g>`

const level = html`<g transform="translate(52 306)"><path d="M4 0h264a4 4 0 0 1 4 4v40a4 4 0 0 1-4 4H4a4 4 0 0 1-4-4V4a4 4 0 0 1 4-4z"/><path class="fine" d="M0 8h272M0 40h272"/><path class="hole" d="M104 13h64v22h-64z"/><path class="tint" d="M108 16h56v12h-56z"/><path class="fine" d="M126 16v12M146 16v12"/><ellipse class="hole" cx="136" cy="20.5" rx="8" ry="3.6"/><circle class="hole" cx="40" cy="24" r="11"/><path class="fine" d="M36 14v20M44 14v20"/><circle class="hole" cx="232" cy="24" r="11"/><path class="fine" d="M225 18l14 14M231 13l11 11"/></g>`

const tape = html`<g transform="translate(372 276)"><path class="tint" d="M16 8h52c14 0 24 10 24 24v44a6 6 0 0 1-6 6H10a6 6 0 0 1-6-6V20A12 12 0 0 1 16 8z"/><circle class="hole" cx="46" cy="44" r="23"/><circle cx="46" cy="44" r="14"/><path d="M92 68h22v10H92M114 64v20"/><path class="fine" d="M98 68v4M104 68v6M110 68v4"/></g>`

/** A pegboard with every tool in its place. Says nothing the text does not. */
export const toolWall = html`<svg class="tools" viewBox="0 0 520 400" aria-hidden="true"><defs>${pegs}</defs><rect class="board" x="1" y="1" width="518" height="398" rx="10"/><rect class="pegs" x="1" y="1" width="518" height="398" rx="10"/>${saw}${hammer}${brush}${wrench}${screwdriver}${level}${tape}</svg>`
