interface SnippetTerms {
  readonly publicUrl: string;
  /** The platform's id in the Global Vendor List; undefined where it has none. */
  readonly vendorId: number | undefined;
  /** The consent that the script's own URL states; undefined for none. */
  readonly consent: 'granted' | 'denied' | undefined;
}

const SCRIPT = `function(w,d,PIXEL,VENDOR,STATED){
'use strict';
var NAME='tributary_click_id',FIELDS=['transaction_id','order_id','order_value','currency','coupon_code'];
var own=d.currentScript&&d.currentScript.dataset||{},queued=w.tributary&&w.tributary.q||[];
var stated={page:STATED},updated=false,tcString='',held=null,waiting=[];
function has(value){return stated.page===value||stated.google===value||stated.tcf===value}
function decision(){
if(has('denied'))return 'denied';
if(has('pending'))return 'pending';
return has('granted')||own.consent!=='required'?'granted':'pending'}
function setCookie(value,age){
d.cookie=NAME+'='+value+'; Max-Age='+age+'; Path=/; SameSite=Lax'+(w.location.protocol==='https:'?'; Secure':'')}
function given(){
var found=/[?&]click_id=([0-9a-fA-F-]{36})(?:[&#]|$)/.exec(w.location.href);
return found?found[1].toLowerCase():null}
function apply(){
var now=decision();
if(now==='denied'){setCookie('',0);held=null;waiting.splice(0).forEach(report);return}
held=given()||held;
if(now==='pending')return;
if(held)setCookie(held,7776000);
held=null;
waiting.splice(0).forEach(report)}
function clickId(){
if(decision()!=='granted')return null;
var kept=/(?:^|; )tributary_click_id=([0-9a-f-]{36})(?:;|$)/.exec(d.cookie);
return kept?kept[1]:null}
function report(order){
var id=clickId(),isRefused=decision()==='denied';
if(!(id||(order.coupon_code&&order.brand_id)))return false;
var query=id?'click_id='+id:'brand_id='+encodeURIComponent(order.brand_id);
FIELDS.forEach(function(name){
if(order[name]!==undefined&&order[name]!==null)query+='&'+name+'='+encodeURIComponent(order[name])});
if(isRefused)query+='&consent=denied';
else if(has('granted'))query+='&consent=granted';
if(tcString&&!isRefused)query+='&gdpr=1&gdpr_consent='+encodeURIComponent(tcString);
var image=new w.Image(1,1);
image.referrerPolicy='origin';
image.src=PIXEL+query;
return true}
function track(order){
if(!order)return false;
if(decision()!=='pending')return report(order);
if(waiting.length<20)waiting.push(order);
return false}
function google(entry){
var value=entry&&entry[0]==='consent'&&entry[2]&&entry[2].ad_storage;
if(value!=='granted'&&value!=='denied')return;
if(entry[1]==='update'){updated=true;stated.google=value}
else if(!updated&&stated.google!=='pending')stated.google=value==='denied'?'pending':value;
apply()}
function watchGoogle(){
var layer=w.dataLayer=w.dataLayer||[],push=layer.push;
layer.push=function(){
var result=push.apply(layer,arguments);
Array.prototype.forEach.call(arguments,google);
return result};
layer.slice().forEach(google)}
function watchTcf(){
if(!w.__tcfapi)return false;
stated.tcf='pending';
w.__tcfapi('addEventListener',2,function(data,isRead){
if(!isRead||!data)return;
var purposes=data.purpose&&data.purpose.consents||{},vendors=data.vendor&&data.vendor.consents||{};
tcString='';
if(data.gdprApplies===false)stated.tcf='';
else if(data.eventStatus==='tcloaded'||data.eventStatus==='useractioncomplete'){
stated.tcf=purposes[1]&&purposes[7]&&(!VENDOR||vendors[VENDOR])?'granted':'denied';
tcString=data.tcString||''}
apply()});
return true}
function tributary(name,value){
if(name==='track')return track(value);
if(name==='consent'&&(value==='granted'||value==='denied')){stated.page=value;apply()}}
tributary.clickId=clickId;
tributary.track=track;
w.tributary=tributary;
watchGoogle();
if(!watchTcf()&&w.addEventListener)w.addEventListener('load',watchTcf);
queued.forEach(function(call){tributary.apply(null,call)});
apply();
if(own.transactionId)track({transaction_id:own.transactionId,order_id:own.orderId,
order_value:own.orderValue,currency:own.currency,coupon_code:own.couponCode,brand_id:own.brandId});
}`;

/**
 * The script for a shop's pages. It stores the click_id of the landing URL in the shop's own cookie and
 * reports orders through the pixel:
 *
 *     <script async src="…/t/affiliate.js"></script>                      on every page
 *     tributary.track({ transaction_id, order_value, order_id, currency, coupon_code, brand_id })  after an order
 *
 * or, on the confirmation page, by the attributes `data-transaction-id`, `data-order-value` and so on. An order without
 * a click is reported where it has a coupon code and names its brand.
 * It uses nothing else of the page: no storage, no fingerprint, no other host.
 *
 * Consent: `tributary('consent', 'granted' | 'denied')`, ad_storage of Google consent mode in `dataLayer`, and the IAB
 * TCF's `__tcfapi`. The most restrictive counts. While a source has not decided, and with `data-consent="required"`
 * until one has, the script stores and reads nothing, and orders wait; a refusal deletes the cookie, and leaves an order
 * to its coupon code.
 */
export function snippetFor({ publicUrl, vendorId = 0, consent }: SnippetTerms): string {
  const terms = [`${publicUrl}/t/pixel.gif?`, vendorId, consent ?? ''].map((term) =>
    JSON.stringify(term),
  );
  return `(${SCRIPT})(window,document,${terms.join(',')});\n`;
}
