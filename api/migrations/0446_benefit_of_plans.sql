-- The benefit of plans that events give is a seat of its own.
update plans set features = array_replace(features, 'プラン会員が無料のイベントに参加', 'プラン会員のお席でイベントに参加');
