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
 */
export const snippetFor = (publicUrl: string): string =>
  `(function(w,d){
'use strict';
var NAME='tributary_click_id',FIELDS=['transaction_id','order_id','order_value','currency','coupon_code'];
var given=/[?&]click_id=([0-9a-fA-F-]{36})(?:[&#]|$)/.exec(w.location.href);
if(given)d.cookie=NAME+'='+given[1].toLowerCase()+'; Max-Age=7776000; Path=/; SameSite=Lax'+
(w.location.protocol==='https:'?'; Secure':'');
function clickId(){var kept=/(?:^|; )tributary_click_id=([0-9a-f-]{36})(?:;|$)/.exec(d.cookie);return kept?kept[1]:null}
function track(order){
var id=clickId();
if(!order||!(id||(order.coupon_code&&order.brand_id)))return false;
var query=id?'click_id='+id:'brand_id='+encodeURIComponent(order.brand_id);
FIELDS.forEach(function(name){
if(order[name]!==undefined&&order[name]!==null)query+='&'+name+'='+encodeURIComponent(order[name])});
var image=new w.Image(1,1);
image.referrerPolicy='origin';
image.src=${JSON.stringify(`${publicUrl}/t/pixel.gif?`)}+query;
return true}
w.tributary={clickId:clickId,track:track};
var own=d.currentScript&&d.currentScript.dataset;
if(own&&own.transactionId)track({transaction_id:own.transactionId,order_id:own.orderId,
order_value:own.orderValue,currency:own.currency,coupon_code:own.couponCode,brand_id:own.brandId});
})(window,document);
`;
