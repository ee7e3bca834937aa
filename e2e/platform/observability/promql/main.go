// Evaluates expressions with the engine of Prometheus, minute by minute, on series that are given with them.
// Reads a list of questions from standard input and writes how many results each had in every minute.
package main

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"sort"
	"time"

	"github.com/prometheus/prometheus/model/histogram"
	"github.com/prometheus/prometheus/model/labels"
	"github.com/prometheus/prometheus/promql"
	"github.com/prometheus/prometheus/storage"
	"github.com/prometheus/prometheus/tsdb/chunkenc"
	"github.com/prometheus/prometheus/tsdb/chunks"
	"github.com/prometheus/prometheus/util/annotations"
)

type series struct {
	Labels map[string]string `json:"labels"`
	// One value a minute; null before the series began.
	Values []*float64 `json:"values"`
}

type question struct {
	Expr    string   `json:"expr"`
	Minutes int      `json:"minutes"`
	Series  []series `json:"series"`
}

type sample struct {
	t int64
	f float64
}

func (s sample) T() int64                      { return s.t }
func (s sample) F() float64                    { return s.f }
func (s sample) H() *histogram.Histogram       { return nil }
func (s sample) FH() *histogram.FloatHistogram { return nil }
func (s sample) Type() chunkenc.ValueType      { return chunkenc.ValFloat }
func (s sample) Copy() chunks.Sample           { return s }

type found struct {
	all  []storage.Series
	next int
}

func (f *found) Next() bool                        { f.next++; return f.next <= len(f.all) }
func (f *found) At() storage.Series                { return f.all[f.next-1] }
func (f *found) Err() error                        { return nil }
func (f *found) Warnings() annotations.Annotations { return nil }

func storageOf(given []series) storage.Queryable {
	all := []storage.Series{}
	for _, one := range given {
		samples := []chunks.Sample{}
		for minute, value := range one.Values {
			if value != nil {
				samples = append(samples, sample{int64(minute) * 60_000, *value})
			}
		}
		all = append(all, storage.NewListSeries(labels.FromMap(one.Labels), samples))
	}
	sort.Slice(all, func(a, b int) bool { return labels.Compare(all[a].Labels(), all[b].Labels()) < 0 })
	return storage.QueryableFunc(func(_, _ int64) (storage.Querier, error) {
		return &storage.MockQuerier{SelectMockFunction: func(_ bool, _ *storage.SelectHints, matchers ...*labels.Matcher) storage.SeriesSet {
			matching := []storage.Series{}
			for _, one := range all {
				if matches(one.Labels(), matchers) {
					matching = append(matching, one)
				}
			}
			return &found{all: matching}
		}}, nil
	})
}

func matches(of labels.Labels, matchers []*labels.Matcher) bool {
	for _, matcher := range matchers {
		if !matcher.Matches(of.Get(matcher.Name)) {
			return false
		}
	}
	return true
}

func answer(engine *promql.Engine, asked question) ([]int, error) {
	end := time.UnixMilli(int64(asked.Minutes) * 60_000)
	query, err := engine.NewRangeQuery(context.Background(), storageOf(asked.Series), nil, asked.Expr, time.UnixMilli(0), end, time.Minute)
	if err != nil {
		return nil, err
	}
	defer query.Close()
	matrix, err := query.Exec(context.Background()).Matrix()
	if err != nil {
		return nil, err
	}
	counts := make([]int, asked.Minutes+1)
	for _, one := range matrix {
		for _, point := range one.Floats {
			counts[point.T/60_000]++
		}
	}
	return counts, nil
}

func main() {
	var asked []question
	if err := json.NewDecoder(os.Stdin).Decode(&asked); err != nil {
		fail(err)
	}
	engine := promql.NewEngine(promql.EngineOpts{MaxSamples: 1_000_000, Timeout: time.Minute})
	answers := [][]int{}
	for _, one := range asked {
		counts, err := answer(engine, one)
		if err != nil {
			fail(fmt.Errorf("%s: %w", one.Expr, err))
		}
		answers = append(answers, counts)
	}
	if err := json.NewEncoder(os.Stdout).Encode(answers); err != nil {
		fail(err)
	}
}

func fail(err error) {
	fmt.Fprintln(os.Stderr, err)
	os.Exit(1)
}
